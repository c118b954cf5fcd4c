/** Accessible names of the pieces. */
import { t } from "../../lib/i18n.svelte";
import type { SeatProps } from "../types";
import { type BombayView, type CityView, type Colour, COLOUR_NAMES, type MarketView, type BombayPlayerView, type SpaceView } from "./view";

const colourName = (colour: Colour): string => t(`bombay.colour.${colour}`);

/** Join with commas and "and". */
function listed(parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return t("bombay.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** Load of an elephant: "yellow and blue silk". */
export function loadName(bales: Colour[]): string {
  const [one, other] = bales.map((colour) => t(`bombay.silk.${colour}`));
  if (one === undefined) return t("bombay.load.none");
  if (other === undefined) return t("bombay.load.one", { one });
  return one === other ? t("bombay.load.same", { one }) : t("bombay.load.two", { one, other });
}

export function elephantName(player: BombayPlayerView, seats: SeatProps[]): string {
  return t("bombay.elephant", { name: nameOf(player.seat, seats), space: player.space, load: loadName(player.bales) });
}

export function nameOf(seat: number, seats: SeatProps[]): string {
  return seats[seat]?.name ?? String(seat + 1);
}

/** A space with its contents and paths; elephants have names of their own. */
export const spaceName = (space: SpaceView, seats: SeatProps[]): string => `${siteName(space, seats)}; ${pathsName(space)}`;

export const pathsName = (space: SpaceView): string => t("bombay.paths", { spaces: listed(space.paths) });

function siteName(space: SpaceView, seats: SeatProps[]): string {
  const values = { space: space.name };
  if (space.kind === "city") return t("bombay.space.city", values);
  if (space.palace !== null) return t("bombay.space.palace", { ...values, name: nameOf(space.palace, seats) });
  if (space.post) return t(space.closed ? "bombay.space.closed" : "bombay.space.post", { ...values, colour: colourName(space.post), silk: t(`bombay.silk.${space.post}`) });
  if (space.token) return t("bombay.space.token", { ...values, token: t(`bombay.token.${space.token}`) });
  return t(space.kind === "hill" ? "bombay.space.hill" : "bombay.space.plain", values);
}

/** Price of one place of a city's demand: "violet for 4 and a client". */
export function priceName(city: CityView, place: number): string {
  const { rupees, clients } = city.prices[place]!;
  return t(clients ? "bombay.price_client" : "bombay.price", { colour: colourName(city.demand[place]!), rupees });
}

export function cityName(city: CityView): string {
  const [top, middle, bottom] = city.demand.map((_, place) => priceName(city, place));
  return t("bombay.demand", { city: city.name, top: top ?? "", middle: middle ?? "", bottom: bottom ?? "", n: city.tokens });
}

export function marketName(market: MarketView): string {
  const bales = COLOUR_NAMES.filter((colour) => market.bales[colour]).map((colour) => balesName(colour, market.bales[colour]!));
  const goods = bales.length ? listed(bales) : t("bombay.nothing");
  return t("bombay.market_full", { market: t(`bombay.market.${market.name}`), goods, rupees: market.rupees, points: market.points });
}

const balesName = (colour: Colour, n: number): string => t("bombay.bales", { n, colour: colourName(colour) });

export function bagName(view: BombayView): string {
  const bales = COLOUR_NAMES.filter((colour) => view.bag[colour]).map((colour) => balesName(colour, view.bag[colour]!));
  return t("bombay.bag_full", { goods: bales.length ? listed(bales) : t("bombay.nothing") });
}

/** All holdings of a player in one sentence. */
export function holdingsName(player: BombayPlayerView, seats: SeatProps[]): string {
  const values = { name: nameOf(player.seat, seats), palaces: player.palaces, left: player.palaces_left, load: loadName(player.bales) };
  const { rupees, clients, city_tokens: cities } = player;
  if (rupees === null || clients === null || cities === null) return t("bombay.has_hidden", values);
  return t("bombay.has", { ...values, rupees, clients, cities });
}
