/** Set-up of a table: players, edition, options and time control. */
import { post, request } from "../../lib/api";
import { t } from "../../lib/i18n.svelte";
import type { GameInfo, Games, Level } from "../../lib/catalogue";
import type { Pace, TableInfo } from "../../lib/protocol";
import { session } from "../../lib/session.svelte";

/** Occupant of a seat: the user, another person at the same screen, open, or a bot of a level. */
export type SeatOccupant = "me" | "beside" | "open" | Level;
export interface SeatPlan { who: SeatOccupant; name: string }

const KEY = "tradewinds.setup";

let loading: Promise<Games> | null = null;
/** Available games; fetched once. */
export function loadGames(): Promise<Games> {
  loading ??= request<Games>("/api/games").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Default level; weaker bots miss too many chances. */
export const DEFAULT_LEVEL: Level = "expert";

/** Stored choices from last time, if still valid. */
function loadChoices(game: string): { players?: number; level?: Level; edition?: string } {
  try {
    return (JSON.parse(localStorage.getItem(`${KEY}.${game}`) ?? "{}") ?? {}) as { players?: number };
  } catch {
    return {};
  }
}

export class Setup {
  readonly game: string;
  edition = $state("");
  level = $state<Level>(DEFAULT_LEVEL);
  seats = $state<SeatPlan[]>([]);
  options = $state<Record<string, string>>({});
  clock = $state.raw<Pace>({ kind: "none" });
  public = $state(false);
  spectators = $state(true);
  hints = $state(true);

  constructor(readonly info: GameInfo, readonly levels: Level[]) {
    this.game = info.game;
    const last = loadChoices(info.game);
    this.edition = last.edition && last.edition in info.editions ? last.edition : Object.keys(info.editions)[0]!;
    this.level = last.level && levels.includes(last.level) ? last.level : DEFAULT_LEVEL;
    const players = last.players && info.players.includes(last.players) ? last.players : 3;
    this.seats = [{ who: "me", name: "" }];
    this.setPlayers(players);
  }

  get players(): number {
    return this.seats.length;
  }

  get editions(): string[] {
    return Object.keys(this.info.editions);
  }

  /** Options of the edition with more than one value for this number of players, default first. */
  get choices(): [option: string, values: string[]][] {
    const offered = Object.entries(this.info.editions[this.edition] ?? {});
    return offered
      .map(([option, values]): [string, string[]] => [
        option,
        Object.keys(values).filter((value) => values[value]!.includes(this.players)).sort((a, b) => rank(a) - rank(b)),
      ])
      .filter(([, values]) => values.length > 1);
  }

  /** Whether the seats differ from the user against bots of one level. */
  get arranged(): boolean {
    return this.seats.some(({ who }, seat) => who !== (seat === 0 ? "me" : this.level));
  }

  get open(): boolean {
    return this.seats.some(({ who }) => who === "open");
  }

  setPlayers(players: number): void {
    const more = Array.from({ length: Math.max(0, players - this.seats.length) }, () => ({ who: this.level, name: "" }));
    this.seats = [...this.seats.slice(0, players), ...more];
  }

  setLevel(level: Level): void {
    const isBot = (who: SeatOccupant): boolean => this.levels.includes(who);
    this.level = level;
    this.seats = this.seats.map((seat) => (isBot(seat.who) ? { ...seat, who: level } : seat));
  }

  /** Open the table, as arranged or with all other seats open for friends. Starts the game if no seat is open. */
  async begin(friends: boolean): Promise<string> {
    await session.ensure();
    this.saveChoices();
    const seats = this.seats.map(({ who }, seat) => (friends && seat > 0 ? "open" : who === "beside" ? "me" : who));
    const table = await post<TableInfo>("/api/tables", {
      game: this.game, edition: this.edition, seats, options: this.chosen(), clock: this.clock,
      public: this.public, spectators: this.spectators, hints: this.hints,
    });
    const address = `/api/tables/${table.id}`;
    if (!friends) await this.nameLocalPlayers(address);
    if (!seats.includes("open")) await post(address, { do: "start" });
    return table.id;
  }

  private async nameLocalPlayers(address: string): Promise<void> {
    for (const [seat, { who, name }] of this.seats.entries()) {
      if (who !== "beside") continue;
      await post(address, { do: "take", seat, name: name.trim() || t("home.beside_default", { n: seat + 1 }) });
    }
  }

  /** Options that were changed and are available for this edition and number of players. */
  private chosen(): Record<string, string> {
    const possible = this.choices.filter(([option, values]) => values.includes(this.options[option] ?? ""));
    return Object.fromEntries(possible.map(([option]) => [option, this.options[option]!]));
  }

  private saveChoices(): void {
    const { players, level, edition } = this;
    try {
      localStorage.setItem(`${KEY}.${this.game}`, JSON.stringify({ players, level, edition }));
    } catch {
      // Without storage the defaults are offered.
    }
  }
}

/** A table for a first game after the lesson: default level, and the rulebook's fixed set-up if there is one. */
export async function firstGame(game: string): Promise<Setup> {
  const { games, levels } = await loadGames();
  const setup = new Setup(games.find((one) => one.game === game)!, levels);
  setup.setLevel(DEFAULT_LEVEL);
  setup.options = { setup: "first-game" };
  return setup;
}

/** Integer-like keys come first in objects, but "random" is the default start player. */
function rank(value: string): number {
  return value === "random" ? -1 : 0;
}
