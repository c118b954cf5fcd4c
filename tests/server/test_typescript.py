"""The types of the web client are those of the server."""

from pathlib import Path

from tradewinds.server.protocol.typescript import typescript

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "protocol.ts"


def test_the_protocol_of_the_web_client_is_generated_from_the_server() -> None:
    """After a change: python -m tradewinds.server.protocol.typescript > web/src/lib/protocol.ts."""
    assert FILE.read_text(encoding="utf-8") == typescript()


def test_types_are_written_as_the_server_encodes_them() -> None:
    written = typescript()
    assert "export interface ChoiceInfo { action: number; text: string; sentence: string }" in written
    assert 'export interface Closing { type: "closing"; message: string; again: boolean }' in written
    assert "selection: SelectionInfo | null }" in written
    assert "clock: Pace;" in written
    assert "options: Record<string, string>;" in written
    assert written.count("export interface") == len(set(written.split("export interface ")[1:]))
