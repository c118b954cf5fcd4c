/** Symbols of the pieces. */
import { defineSymbols } from "../../lib/symbols";
import pieces from "../../../../src/tradewinds/games/bombay/picture/pieces.svg?raw";

defineSymbols(pieces);
