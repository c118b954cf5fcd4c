"""`tradewinds verify`: was a recorded game dealt fairly?"""

from pathlib import Path

import click

from tradewinds.cli.common import box_file_option, explained, json_option, lang_option, load_match
from tradewinds.words import load_words


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@box_file_option
@lang_option
@json_option
@explained
def command(file: Path, box_file: Path | None, lang: str, as_json: bool) -> None:
    """Deal a recorded game again from its seed and play it through.

    The seed must fit the commitment that was shown before the first move, every deal must be the recorded one, every
    move legal and the result the same. Ends with status 1 and says what is wrong if not.
    """
    import msgspec

    match = load_match(file, box_file, lang)
    if as_json:
        result = match.scores() if match.is_over else None
        answer = {"verified": True, "moves": len(match.steps), "over": match.is_over, "scores": result}
        click.echo(msgspec.json.encode(answer).decode())
    else:
        key = "record.verified" if match.is_over else "record.verified_open"
        click.echo(load_words(lang).text(key, moves=len(match.steps)))
