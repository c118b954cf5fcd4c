"""`tradewinds engine`: the engine protocol on standard input and output."""

import sys

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
        from tradewinds.engine.schema import view_schemas

        types = (protocol.AnyRequest, protocol.Answer, protocol.ErrorAnswer)
        (request, answer, failure), definitions = msgspec.json.schema_components(types)
        document = {
            "request": request,
            "answer": answer,
            "failure": failure,
            "view": view_schemas(),
            "$defs": definitions,
        }
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return
    from tradewinds.engine import Engine

    Engine().run(sys.stdin.buffer, sys.stdout.buffer)
