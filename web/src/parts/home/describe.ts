/** Descriptions of tables: clocks, options, players and relative times. */
import { editionName, optionName, optionValue } from "../../games/labels";
import { i18n, t } from "../../lib/i18n.svelte";
import type { Pace, ResultSummary, SeatInfo, TableInfo, TableSummary } from "../../lib/protocol";

export function timeText(seconds: number): string {
  if (seconds < 60 || seconds % 60) return t("home.seconds", { n: seconds });
  return t("home.minutes", { n: seconds / 60 });
}

export function dayText(days: number): string {
  return t("home.days", { n: days });
}

export function clockText(clock: Pace): string {
  const time = clock.kind === "days" ? dayText(clock.days) : clock.kind === "none" ? "" : timeText(clock.seconds);
  if (clock.kind === "bank" && clock.increment) return t("home.clock_said.bank_more", { time, more: timeText(clock.increment) });
  return t(`home.clock_said.${clock.kind}`, { time });
}

/** Settings of a table, one phrase each. */
export function settingsOf(table: TableInfo): string[] {
  const choices = Object.entries(table.options).map(([option, value]) => `${optionName(table.game, option)}: ${optionValue(table.game, option, value)}`);
  return [
    editionName(table.game, table.edition, table.title),
    t("home.players_n", { n: table.players }),
    clockText(table.clock),
    ...choices,
    t(table.public ? "home.said.public" : "home.said.private"),
    t(table.spectators ? "home.said.spectators" : "home.said.no_spectators"),
    t(table.hints ? "home.said.hints" : "home.said.no_hints"),
  ];
}

function seatName(seat: SeatInfo): string {
  if (seat.kind === "bot") return t("home.bot_name", { name: seat.name, level: t(`common.level.${seat.level}`) });
  return seat.name || t("home.nobody");
}

/** Names of the players at a table, except some seats, as a localised list. */
export function playerNames(seats: SeatInfo[], without: number[] = []): string {
  const names = seats.filter((seat, place) => seat.kind !== "open" && !without.includes(place)).map(seatName);
  return new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(names);
}

/** Result of a game: the user's own rank and points, or the winner. */
export function resultText({ seats, mine }: TableSummary, { scores, shares, resigned }: ResultSummary): string {
  const seat = mine.length === 1 && !resigned.includes(mine[0]!) ? mine[0]! : null;
  const best = shares.flatMap((share, place) => (share > 0 ? [place] : []));
  if (seat === null) {
    const names = new Intl.ListFormat(i18n.language).format(best.map((place) => seatName(seats[place]!)));
    return t("home.result.winner", { names, n: scores[best[0]!]! });
  }
  if (best.includes(seat)) return t(best.length > 1 ? "home.result.shared" : "home.result.won", { n: scores[seat]! });
  // Losing a tie-break ranks below those who win it.
  const ahead = scores.filter((points, place) => points > scores[seat]! || (points === scores[seat]! && shares[place]! > 0)).length;
  return t("home.result.place", { place: ahead + 1, players: scores.length, n: scores[seat]! });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60]];

export function ago(milliseconds: number): string {
  const seconds = (milliseconds - Date.now()) / 1000;
  const speech = new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" });
  for (const [unit, length] of UNITS) if (-seconds >= length) return speech.format(Math.round(seconds / length), unit);
  return speech.format(0, "second");
}
