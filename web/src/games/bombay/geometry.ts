/** Geometry of the board, in board units. */
export interface Point { x: number; y: number }
export interface Box extends Point { width: number; height: number }

/** Radii of spaces and cities. */
export const SITE = 23;
export const CITY = 29;
/** Minimum text height in pixels at any scale. */
export const TEXT = 12;
