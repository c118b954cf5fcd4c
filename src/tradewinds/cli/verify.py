"""`tradewinds verify`: check that a recorded game was dealt fairly."""

import sys
from pathlib import Path

import click

from tradewinds.cli.common import (
    box_file_option,
    file_argument,
    handle_problems,
    json_option,
    lang_option,
    load_match,
    print_json,
)
from tradewinds.i18n import Problem, load_words


@click.command
@file_argument
@box_file_option
@lang_option
@json_option
@handle_problems
def command(file: Path, box_file: Path | None, lang: str, as_json: bool) -> None:
    """Deal a recorded game again from its seed and play it through.

    The seed must match the commitment that was shown before the first move, every deal must be the recorded one, every
    move legal and the result the same. Otherwise, prints what is wrong and exits with status 1.
    """
    words = load_words(lang)
    try:
        match = load_match(file, box_file, lang, verified=True)
    except Problem as problem:
        if as_json:
            errors = [words.say(phrase) for phrase in problem.phrases]
            print_json({"verified": False, "errors": errors})
            sys.exit(1)
        raise
    if as_json:
        result = match.scores() if match.is_over else None
        answer = {"verified": True, "moves": len(match.steps), "over": match.is_over, "scores": result}
        print_json(answer)
    else:
        key = "verified" if match.is_over and match.dealt else "verified_position" if match.is_over else "verified_open"
        click.echo(words.text(f"record.{key}", moves=len(match.steps)))
