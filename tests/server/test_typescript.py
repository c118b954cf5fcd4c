"""The types of the web client are those of the server and of the games."""

from pathlib import Path

from tradewinds.kernel.game import load_game
from tradewinds.server.typescript import generate, protocol_types, view_types

FOLDER = Path(__file__).parents[2] / "web" / "src"


def test_the_types_of_the_web_client_are_generated() -> None:
    """After a change: python -m tradewinds.server.typescript web/src."""
    written = generate(FOLDER)
    views = {FOLDER / "games" / game / "view.ts" for game in ("bombay", "borneo")}
    assert {FOLDER / "lib" / "protocol.ts", *views} <= set(written)
    for path, content in written.items():
        assert path.read_text(encoding="utf-8") == content, path


def test_types_are_written_as_the_server_encodes_them() -> None:
    written = protocol_types()
    assert "export interface ChoiceInfo { action: number; text: string; sentence: string }" in written
    assert 'export interface Closing { type: "closing"; message: string; again: boolean }' in written
    assert "selection: SelectionInfo | null }" in written
    assert "clock: Pace;" in written
    assert "options: Record<string, string>;" in written
    assert written.count("export interface") == len(set(written.split("export interface ")[1:]))


def test_literals_of_a_view_have_their_names_and_values() -> None:
    written = view_types(load_game("borneo"))
    assert 'import type { Score } from "../../lib/protocol";' in written
    assert 'export const COMPANY_NAMES = ["red", "yellow", "green", "blue"] as const;' in written
    assert "export type Company = (typeof COMPANY_NAMES)[number];" in written
    assert 'export type PortSpice = "pepper" | "cinnamon" | "cloves" | "nutmeg" | "joker";' in written
    assert "export interface ShareView { slot: Slot; order: Company[]; company: Company; rank: number }" in written
    assert "hand: CardView[] | null;" in written
    assert "bag: Partial<Record<Colour, number>>;" in view_types(load_game("bombay"))
