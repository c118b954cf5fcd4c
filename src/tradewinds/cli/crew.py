"""Who does the work of a command: the options that say it, and hiring them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.progress import Progress

    from tradewinds.lab.batches import Crew

workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), show_default="all cores", help="So many at the same time."
)


@dataclass(frozen=True)
class Hiring:
    """What the options say about who does the work."""

    workers: int | None

    @contextmanager
    def hired(self, bar: "Progress") -> Iterator["Crew"]:  # noqa: ARG002
        """The crew, for as long as it is needed."""
        from tradewinds.lab.batches import LocalCrew

        yield LocalCrew(self.workers)


def crew_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say who does the work; the command receives them as `hiring`."""

    @workers_option
    @wraps(command)
    def wrapped(*args: Any, workers: int | None, **kwargs: Any) -> Any:
        return command(*args, hiring=Hiring(workers), **kwargs)

    return wrapped
