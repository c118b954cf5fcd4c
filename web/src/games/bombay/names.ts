/** What a screen reader says of the pieces of Bombay. */
import { say } from "../../lib/words.svelte";
import type { SeatLook } from "../types";
import { allCities, allClients, type BombayView, type CityView, type Colour, COLOURS, type MarketView, type PlayerView, type SpaceView } from "./view";

const colourName = (colour: Colour): string => say(`bombay.colour.${colour}`);

/** A list as it is said: "a, b and c". */
function listed(parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return say("bombay.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** What an elephant carries: "yellow and blue silk". */
export function loadName(bales: Colour[]): string {
  const [one, other] = bales.map((colour) => say(`bombay.silk.${colour}`));
  if (one === undefined) return say("bombay.load.none");
  if (other === undefined) return say("bombay.load.one", { one });
  return one === other ? say("bombay.load.same", { one }) : say("bombay.load.two", { one, other });
}

export function elephantName(player: PlayerView, seats: SeatLook[]): string {
  return say("bombay.elephant", { name: nameOf(player.seat, seats), space: player.space, load: loadName(player.bales) });
}

export function nameOf(seat: number, seats: SeatLook[]): string {
  return seats[seat]?.name ?? String(seat + 1);
}

/** A space, what stands on it and where its paths lead, without the elephants, which have names of their own. */
export const spaceName = (space: SpaceView, seats: SeatLook[]): string => `${siteName(space, seats)}; ${pathsName(space)}`;

export const pathsName = (space: SpaceView): string => say("bombay.paths", { spaces: listed(space.paths) });

function siteName(space: SpaceView, seats: SeatLook[]): string {
  const values = { space: space.name };
  if (space.kind === "city") return say("bombay.space.city", values);
  if (space.palace !== null) return say("bombay.space.palace", { ...values, name: nameOf(space.palace, seats) });
  if (space.post) return say(space.closed ? "bombay.space.closed" : "bombay.space.post", { ...values, colour: colourName(space.post), silk: say(`bombay.silk.${space.post}`) });
  if (space.token) return say("bombay.space.token", { ...values, token: say(`bombay.token.${space.token}`) });
  return say(space.kind === "hill" ? "bombay.space.hill" : "bombay.space.plain", values);
}

/** What the bale at a place of a city's demand brings: "violet for 4 and a client". */
export function priceName(city: CityView, place: number): string {
  const { rupees, clients } = city.prices[place]!;
  return say(clients ? "bombay.price_client" : "bombay.price", { colour: colourName(city.demand[place]!), rupees });
}

export function cityName(city: CityView): string {
  const [top, middle, bottom] = city.demand.map((_, place) => priceName(city, place));
  return say("bombay.demand", { city: city.name, top: top ?? "", middle: middle ?? "", bottom: bottom ?? "", n: city.tokens });
}

export function marketName(market: MarketView): string {
  const bales = COLOURS.filter((colour) => market.bales[colour]).map((colour) => balesName(colour, market.bales[colour]!));
  const goods = bales.length ? listed(bales) : say("bombay.nothing");
  return say("bombay.market_full", { market: say(`bombay.market.${market.name}`), goods, rupees: market.rupees, points: market.points });
}

const balesName = (colour: Colour, n: number): string => say("bombay.bales", { n, colour: colourName(colour) });

export function bagName(view: BombayView): string {
  const bales = COLOURS.filter((colour) => view.bag[colour]).map((colour) => balesName(colour, view.bag[colour]));
  return say("bombay.bag_full", { goods: bales.length ? listed(bales) : say("bombay.nothing") });
}

/** Everything one player has, in one sentence. */
export function holdingsName(player: PlayerView, seats: SeatLook[]): string {
  const values = { name: nameOf(player.seat, seats), palaces: player.palaces, left: player.palaces_left, load: loadName(player.bales) };
  const [clients, cities] = [allClients(player), allCities(player)];
  if (player.rupees === null || clients === null || cities === null) return say("bombay.has_hidden", values);
  return say("bombay.has", { ...values, rupees: player.rupees, clients, cities });
}
