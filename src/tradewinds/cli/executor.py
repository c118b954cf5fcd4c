"""Options for parallel execution: threads or a Ray cluster."""

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

    from tradewinds.executor import Executor

LOCAL_CLUSTER = ""
"""Value of --ray when it is given without an address."""

workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), show_default="all cores", help="Parallel workers."
)
ray_option = click.option(
    "--ray",
    "address",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value=LOCAL_CLUSTER,
    help="Use the Ray cluster at this address; without an address, the one of this machine, started if necessary.",
)


@dataclass(frozen=True)
class ExecutorOptions:
    """The number of workers, and the address of a Ray cluster if one is used."""

    workers: int | None
    address: str | None

    @contextmanager
    def open(self, bar: "Progress") -> Iterator["Executor"]:
        """Yield the executor; messages about the cluster are printed above the progress bar."""
        if self.address is None:
            from tradewinds.executor import LocalExecutor

            yield LocalExecutor(self.workers)
            return
        from tradewinds.lab.executor_ray import RayExecutor

        words = load_words(default_language())

        def notify(phrase: Phrase) -> None:
            bar.console.print(words.say(phrase), highlight=False, markup=False, soft_wrap=True)

        with closing(RayExecutor(self.address or None, self.workers, notify)) as executor:
            yield executor


def executor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for parallel execution, passed to the command as `execution`."""

    @workers_option
    @ray_option
    @wraps(command)
    def wrapped(*args: Any, workers: int | None, address: str | None, **kwargs: Any) -> Any:
        return command(*args, execution=ExecutorOptions(workers, address), **kwargs)

    return wrapped
