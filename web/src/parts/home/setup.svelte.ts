/** A table that somebody is about to open: how many sit there, who they are, and by which rules. */
import { ask, post } from "../../lib/api";
import { myself } from "../../lib/me.svelte";
import type { GameInfo, Games, Level, Pace, TableInfo } from "../../lib/wire";
import { say } from "../../lib/words.svelte";

/** Who is to sit at a seat: me, somebody at the same screen, whoever comes, or a bot of a level. */
export type Sitter = "me" | "beside" | "open" | Level;
export interface SeatPlan { who: Sitter; name: string }

const KEY = "tradewinds.setup";

let asking: Promise<Games> | null = null;
/** What can be played; asked once. */
export function loadGames(): Promise<Games> {
  asking ??= ask<Games>("/api/games").catch((error: unknown) => {
    asking = null;
    throw error;
  });
  return asking;
}

/** The level that is offered where nobody has chosen one: bots below it let too many chances pass. */
export const USUAL_LEVEL: Level = "expert";

/** The common choices of last time, as far as they are kept and still possible. */
function kept(game: string): { players?: number; level?: Level; edition?: string } {
  try {
    return (JSON.parse(localStorage.getItem(`${KEY}.${game}`) ?? "{}") ?? {}) as { players?: number };
  } catch {
    return {};
  }
}

export class Setup {
  readonly game: string;
  edition = $state("");
  level = $state<Level>(USUAL_LEVEL);
  seats = $state<SeatPlan[]>([]);
  options = $state<Record<string, string>>({});
  clock = $state.raw<Pace>({ kind: "none" });
  public = $state(false);
  spectators = $state(true);
  hints = $state(true);

  constructor(readonly info: GameInfo, readonly levels: Level[]) {
    this.game = info.game;
    const last = kept(info.game);
    this.edition = last.edition && last.edition in info.editions ? last.edition : Object.keys(info.editions)[0]!;
    this.level = last.level && levels.includes(last.level) ? last.level : USUAL_LEVEL;
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

  /** The options of this edition that offer a choice with so many players: each with its values, the usual one first. */
  get choices(): [option: string, values: string[]][] {
    const offered = Object.entries(this.info.editions[this.edition] ?? {});
    return offered
      .map(([option, values]): [string, string[]] => [
        option,
        Object.keys(values).filter((value) => values[value]!.includes(this.players)).sort((a, b) => rank(a) - rank(b)),
      ])
      .filter(([, values]) => values.length > 1);
  }

  /** Whether the seats are arranged otherwise than me against bots of one level. */
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
    const isBot = (who: Sitter): boolean => this.levels.includes(who);
    this.level = level;
    this.seats = this.seats.map((seat) => (isBot(seat.who) ? { ...seat, who: level } : seat));
  }

  /** Open the table: as arranged, or with all other seats for friends. If nobody is missing, the game begins. */
  async begin(friends: boolean): Promise<string> {
    await myself.ensure();
    this.keep();
    const seats = this.seats.map(({ who }, seat) => (friends && seat > 0 ? "open" : who === "beside" ? "me" : who));
    const table = await post<TableInfo>("/api/tables", {
      game: this.game, edition: this.edition, seats, options: this.chosen(), clock: this.clock,
      public: this.public, spectators: this.spectators, hints: this.hints,
    });
    const address = `/api/tables/${table.id}`;
    if (!friends) await this.nameNeighbours(address);
    if (!seats.includes("open")) await post(address, { do: "start" });
    return table.id;
  }

  private async nameNeighbours(address: string): Promise<void> {
    for (const [seat, { who, name }] of this.seats.entries()) {
      if (who !== "beside") continue;
      await post(address, { do: "take", seat, name: name.trim() || say("home.beside_default", { n: seat + 1 }) });
    }
  }

  /** The options that differ from the usual, as far as this edition and so many players have them. */
  private chosen(): Record<string, string> {
    const possible = this.choices.filter(([option, values]) => values.includes(this.options[option] ?? ""));
    return Object.fromEntries(possible.map(([option]) => [option, this.options[option]!]));
  }

  private keep(): void {
    const { players, level, edition } = this;
    try {
      localStorage.setItem(`${KEY}.${this.game}`, JSON.stringify({ players, level, edition }));
    } catch {
      // Then the usual choices are offered next time.
    }
  }
}

/** A table for somebody who has just learned the game: the usual bots, and the fixed set-up where the rulebook has one. */
export async function firstGame(game: string): Promise<Setup> {
  const { games, levels } = await loadGames();
  const setup = new Setup(games.find((one) => one.game === game)!, levels);
  setup.setLevel(USUAL_LEVEL);
  setup.options = { setup: "first-game" };
  return setup;
}

/** Objects with numbers as keys list them first; "random" is the usual start player nevertheless. */
function rank(value: string): number {
  return value === "random" ? -1 : 0;
}
