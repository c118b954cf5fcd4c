"""`tradewinds engine`: the engine protocol on standard input and output."""

import sys
from typing import get_type_hints

import click


@click.command
@click.option("--schema", is_flag=True, help="Print the JSON Schema of requests and answers, and end.")
def command(schema: bool) -> None:
    """Drive games from another program: one JSON object per line in, one per line out.

    \b
    {"do": "new", "game": "bombay", "players": 3}
    {"do": "legal"}
    {"do": "play", "move": "move G7"}

    Requests: games, new, legal, play, undo, view, position, set_position, record, load, choose, hint, quit.
    See docs/engine.md.
    """
    if schema:
        import msgspec

        from tradewinds.engine import protocol
        from tradewinds.games import GAMES, load_game

        views = {}
        for name in GAMES:
            # Games call parts of their views alike, so each has definitions of its own.
            kind, place = get_type_hints(load_game(name).view)["return"], f"#/view/{name}/$defs/{{name}}"
            (view,), parts = msgspec.json.schema_components([kind], ref_template=place)
            views[name] = {**view, "$defs": parts}
        types = (protocol.AnyRequest, protocol.Answer, protocol.Failure)
        (request, answer, failure), definitions = msgspec.json.schema_components(types)
        document = {
            "request": request,
            "answer": answer,
            "failure": failure,
            "view": views,
            "$defs": definitions,
        }
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return
    from tradewinds.engine import Engine

    Engine().run(sys.stdin.buffer, sys.stdout.buffer)
