/** What can be played, as `GET /api/games` tells it. */
export type Level = string;
/** A game that can be played; `titles` are those of custom editions. */
export interface GameInfo {
  game: string; players: number[]; editions: Record<string, Record<string, Record<string, number[]>>>; titles: Record<string, string>;
}
export interface Games { games: GameInfo[]; levels: Level[]; languages: string[] }
