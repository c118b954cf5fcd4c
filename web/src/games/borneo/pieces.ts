/** Symbols of the pieces. */
import { defineSymbols } from "../../lib/symbols";
import pieces from "../../../../src/tradewinds/games/borneo/picture/pieces.svg?raw";

defineSymbols(pieces);
