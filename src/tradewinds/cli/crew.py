"""Who does the work of a command: the options that say it, and hiring them."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tradewinds.cli.common import default_language
from tradewinds.i18n import Phrase, load_words

if TYPE_CHECKING:
    from rich.progress import Progress

    from tradewinds.lab.executor import Crew

HERE = ""
"""In place of an address: --ray was given without one."""

workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), show_default="all cores", help="So many at the same time."
)
ray_option = click.option(
    "--ray",
    "address",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value=HERE,
    help="Work in the Ray cluster at this address; without one, in that of this machine, which is started if need be.",
)


@dataclass(frozen=True)
class Hiring:
    """What the options say about who does the work: how many, and the address of a Ray cluster if it is to be one."""

    workers: int | None
    address: str | None

    @contextmanager
    def hired(self, bar: "Progress") -> Iterator["Crew"]:
        """The crew, for as long as it is needed; what befalls it is told above the progress bar."""
        if self.address is None:
            from tradewinds.lab.executor import LocalCrew

            yield LocalCrew(self.workers)
            return
        from tradewinds.lab.executor_ray import RayCrew

        words = load_words(default_language())

        def tell(phrase: Phrase) -> None:
            bar.console.print(words.say(phrase), highlight=False, markup=False, soft_wrap=True)

        with closing(RayCrew(self.address or None, self.workers, tell)) as crew:
            yield crew


def crew_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say who does the work; the command receives them as `hiring`."""

    @workers_option
    @ray_option
    @wraps(command)
    def wrapped(*args: Any, workers: int | None, address: str | None, **kwargs: Any) -> Any:
        return command(*args, hiring=Hiring(workers, address), **kwargs)

    return wrapped
