/** Patterns that distinguish colours without relying on hue: on silk and on the seats' blankets. */
import type { Colour } from "./view";

/** Stroke path in a 20 × 14 box, with ink and width. */
export const SILK: Record<Colour, { d: string; ink: string; width: number }> = {
  yellow: { d: "M4 4h0M10 4h0M16 4h0M7 7.2h0M13 7.2h0M4 10.4h0M10 10.4h0M16 10.4h0", ink: "#6b3d00", width: 2.5 },
  violet: { d: "M1.6 8L7 1.5M3 12.5L12 1.5M8.5 12.5L17 2M13.5 12.5L18.6 6.5", ink: "#eadcf7", width: 1.7 },
  orange: { d: "M1.8 6.6L5 3L8.3 6.6L11.6 3L15 6.6L18.2 3M1.8 11.6L5 8L8.3 11.6L11.6 8L15 11.6L18.2 8", ink: "#4f1c00", width: 1.6 },
  blue: { d: "M1.6 4.4q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0M1.6 7.6q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0M1.6 10.8q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0", ink: "#e3effb", width: 1.4 },
};

/** Hem of each seat's blanket in a 22 × 7 box: lattice, stripes, blossoms, steps, crosses. */
export const BLANKETS = [
  "M0 3.5L3.7 0L7.3 3.5L11 0L14.7 3.5L18.3 0L22 3.5L18.3 7L14.7 3.5L11 7L7.3 3.5L3.7 7Z",
  "M1.5 0V7M5.3 0V7M9.1 0V7M12.9 0V7M16.7 0V7M20.5 0V7",
  "M3.5 .8V6.2M.8 3.5H6.2M11 .8V6.2M8.3 3.5H13.7M18.5 .8V6.2M15.8 3.5H21.2M1.6 1.6L5.4 5.4M5.4 1.6L1.6 5.4M9.1 1.6L12.9 5.4M12.9 1.6L9.1 5.4M16.6 1.6L20.4 5.4M20.4 1.6L16.6 5.4",
  "M0 6H3.7V1H7.3V6H11V1H14.7V6H18.3V1H22",
  "M1 1L6 6M6 1L1 6M8.5 1L13.5 6M13.5 1L8.5 6M16 1L21 6M21 1L16 6",
];
