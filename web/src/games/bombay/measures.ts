/** Measures on the cloth, in its units. */
export interface Point { x: number; y: number }
export interface Box extends Point { width: number; height: number }

/** How far a space and a city reach from their middle. */
export const SITE = 23;
export const CITY = 29;
/** Pixels that text is high at least, however small the cloth. */
export const TEXT = 12;
