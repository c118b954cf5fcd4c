"""Supervised training of the network with JAX and Optax (extra `train`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from tradewinds.kernel.evaluation import Network

Floats = npt.NDArray[np.float32]

BATCH = 512
"""Positions of a batch."""

ODDS_WEIGHT, POINTS_WEIGHT = 0.5, 0.3
"""Weights of the auxiliary losses relative to that of the value head."""

POINTS_SCALE = 0.1
"""Scale of final points."""

AVERAGE_DECAY = 0.99
"""Decay of the moving average of weights, the network that plays."""


class Weights(NamedTuple):
    """The weights of a network, followed by those of the head for final points, which serves learning only."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    odds: Any
    points: Any
    points_bias: Any


@dataclass
class Samples:
    """Samples of one player count by position and seat: inputs, targets of the value, outcomes and final points."""

    inputs: npt.NDArray[np.float16]
    targets: Floats
    outcomes: Floats
    points: Floats

    def __len__(self) -> int:
        return len(self.inputs)

    def take(self, chosen: npt.NDArray[np.int64]) -> "TrainingBatch":
        """Return a batch of positions."""
        return TrainingBatch(
            self.inputs[chosen].astype(np.float32), self.targets[chosen], self.outcomes[chosen], self.points[chosen]
        )


class TrainingBatch(NamedTuple):
    """The positions of one optimizer step."""

    inputs: Floats
    targets: Floats
    outcomes: Floats
    points: Floats


class Losses(NamedTuple):
    """Cross-entropy of the value and odds heads, and squared error of the final points."""

    value: Any
    odds: Any
    points: Any


def init_weights(inputs: int, seed: int, units: int = 128) -> Weights:
    """Return random weights with `units` and `units // 2` hidden units."""
    rng = np.random.default_rng(seed)

    def layer(ins: int, outs: int, gain: float = 2.0) -> Floats:
        return rng.normal(0, np.sqrt(gain / ins), (ins, outs)).astype(np.float32)

    half = units // 2
    zeros = partial(np.zeros, dtype=np.float32)
    return Weights(
        layer(inputs, units, 1.0), zeros(units), layer(units, half), zeros(half), zeros(half), zeros(half), zeros(half),
        zeros(()),
    )  # fmt: skip


def from_network(network: Network) -> Weights:
    """Return weights that continue from a network, with an untrained head for final points."""
    return Weights(*network, np.zeros_like(network.last), np.zeros((), np.float32))


def to_network(weights: Weights) -> Network:
    """Return the part of the weights that plays, as NumPy arrays."""
    return Network(*(np.array(values, np.float32) for values in weights[: len(Network._fields)]))


def losses(weights: Weights, batch: TrainingBatch) -> Losses:
    """Return the losses of a batch, by head."""
    first = jax.nn.relu(batch.inputs @ weights.first + weights.first_bias)
    second = jax.nn.relu(first @ weights.second + weights.second_bias)
    value = -(batch.targets * jax.nn.log_softmax(second @ weights.last)).sum(axis=1).mean()
    odds = -(batch.outcomes * jax.nn.log_softmax(second @ weights.odds)).sum(axis=1).mean()
    points = second @ weights.points + weights.points_bias - POINTS_SCALE * batch.points
    return Losses(value, odds, jnp.square(points).mean())


def total_loss(weights: Weights, batch: TrainingBatch) -> tuple[Any, Losses]:
    """Return the weighted sum of the losses, and the losses themselves."""
    found = losses(weights, batch)
    return found.value + ODDS_WEIGHT * found.odds + POINTS_WEIGHT * found.points, found


ADAM = optax.inject_hyperparams(optax.adam)(learning_rate=1e-3)


@jax.jit
def _step(weights: Weights, average: Weights, state: Any, batch: TrainingBatch, rate: Any) -> tuple[Any, ...]:
    gradients, found = jax.grad(total_loss, has_aux=True)(weights, batch)
    state.hyperparams["learning_rate"] = rate
    updates, state = ADAM.update(gradients, state)
    weights = optax.apply_updates(weights, updates)
    average = optax.incremental_update(weights, average, 1 - AVERAGE_DECAY)
    return weights, average, state, found


@dataclass
class Learner:
    """The weights, their moving average and the state of the optimizer."""

    weights: Weights
    average: Weights
    state: Any

    @classmethod
    def start(cls, weights: Weights) -> "Learner":
        """Return a learner at the beginning of training."""
        return cls(weights, weights, ADAM.init(weights))

    @property
    def network(self) -> Network:
        """The network that plays."""
        return to_network(self.average)

    def step(self, batch: TrainingBatch, rate: float) -> Losses:
        """Take one optimizer step and return the losses before it."""
        self.weights, self.average, self.state, found = _step(self.weights, self.average, self.state, batch, rate)
        return Losses(*map(float, found))

    def leaves(self) -> list[Any]:
        """Return all arrays, for a checkpoint."""
        return [np.asarray(leaf) for leaf in jax.tree.leaves((self.weights, self.average, self.state))]

    def restore(self, leaves: list[Any]) -> "Learner":
        """Return a learner of the same shape with these arrays; raise ValueError if they do not fit."""
        structure = jax.tree.structure((self.weights, self.average, self.state))
        shapes = [np.shape(leaf) for leaf in self.leaves()]
        if shapes != [np.shape(leaf) for leaf in leaves]:
            raise ValueError("The arrays have other shapes.")
        return Learner(*jax.tree.unflatten(structure, leaves))


def batches(samples: list[Samples], positions: int, rng: np.random.Generator) -> Iterator[TrainingBatch]:
    """Yield random batches with about this many positions in total; each has a single player count."""
    sizes = np.array([len(part) for part in samples], np.float64)
    for _ in range(max(1, round(positions / BATCH))):
        part = samples[int(rng.choice(len(samples), p=sizes / sizes.sum()))]
        yield part.take(rng.integers(len(part), size=BATCH))
