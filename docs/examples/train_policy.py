"""A small network learns to beat the bot `greedy`, in plain PyTorch on one core, within minutes:

    python docs/examples/train_policy.py --game bombay --players 2 --minutes 5 --curve curve.svg --save policy.pt

First it imitates what `greedy` would do in its place, then it learns from winning and losing (PPO). The vector
environment plays all games at once, with `greedy` in the other seats. The page docs/learning.md tells more.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from policy_bot import judge, make_policy, torch

from tradewinds.kernel.game import load_game
from tradewinds.lab.curve import wins_over_time
from tradewinds.lab.intervals import Interval, wilson
from tradewinds.registry import GAMES

RATE, STEPS, EPOCHS, ROWS = 1e-3, 24, 3, 512
"""The learning rate, the steps of a round, how often they are learned and how many at once."""

EXAMS = 20
"""How many exams there are on the way."""

LAMBDA, CLIP, ENTROPY, VALUE = 0.95, 0.2, 0.005, 0.5
"""How far advantages look ahead, how far a round may change an action's odds, what curiosity and judgement weigh."""


class Round(NamedTuple):
    """What was seen, allowed, done and advised in a round, how likely it was done, and how it turned out."""

    sights: Any
    legal: Any
    actions: Any
    advice: Any
    likely: Any
    worth: Any
    gains: Any


Seen = tuple[Any, Any]


class Mark(NamedTuple):
    """An exam: after how many seconds and games, with which share of wins."""

    seconds: float
    games: int
    wins: Interval


def look(sights: Any, told: dict[str, Any]) -> Seen:
    """What the learner sees and may do in all games."""
    return torch.from_numpy(sights), torch.from_numpy(told["action_mask"])


def play_round(env: Any, policy: Any, seen: Seen, advised: bool) -> tuple[Round, int, Seen]:
    """Some steps of every game by the policy as it is, how many games ended in them, and what is seen next."""
    kept: list[tuple[Any, ...]] = []
    rewards, ends = np.zeros((2, STEPS, env.num_envs), np.float32)
    with torch.no_grad():
        for step in range(STEPS):
            logs, worth = judge(policy, *seen)
            actions = torch.distributions.Categorical(logits=logs, validate_args=False).sample()
            advice = torch.from_numpy(env.advice()) if advised else actions
            kept.append((*seen, actions, advice, logs.gather(1, actions[:, None])[:, 0], worth))
            sights, rewards[step], ends[step], _, told = env.step(actions.numpy())
            seen = look(sights, told)
        last = judge(policy, *seen)[1]
    columns = [torch.stack(column) for column in zip(*kept, strict=True)]
    gains = advantages(columns[-1], last, torch.from_numpy(rewards), torch.from_numpy(ends))
    columns[-1] = columns[-1] + gains
    return Round(*(column.flatten(0, 1) for column in [*columns, gains])), int(ends.sum()), seen


def advantages(worths: Any, last: Any, rewards: Any, ends: Any) -> Any:
    """By how much every step turned out better than expected, looking ahead less and less (GAE)."""
    gains, ahead, following = torch.zeros_like(worths), torch.zeros_like(last), last
    for step in reversed(range(len(worths))):
        goes_on = 1 - ends[step]
        surprise = rewards[step] + following * goes_on - worths[step]
        ahead = surprise + LAMBDA * goes_on * ahead
        gains[step], following = ahead, worths[step]
    return gains


def learn(policy: Any, optimiser: Any, played: Round, imitate: bool) -> float:
    """Learn from a round: to do as advised, or to do more often what turned out well. The mean loss."""
    losses = []
    gains = (played.gains - played.gains.mean()) / (played.gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(gains)).split(ROWS):
            logs, worth = judge(policy, played.sights[rows], played.legal[rows])
            loss = VALUE * (worth - played.worth[rows]).square().mean()
            if imitate:
                loss = loss - logs.gather(1, played.advice[rows, None]).mean()
            else:
                odds = (logs.gather(1, played.actions[rows, None])[:, 0] - played.likely[rows]).exp()
                gain = gains[rows]
                loss = loss - torch.minimum(odds * gain, odds.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + ENTROPY * (logs.exp() * logs).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()
            losses.append(float(loss.detach()))
    return sum(losses) / len(losses)


def examine(env: Any, policy: Any, seed: int, each: int) -> Interval:
    """The policy's share of wins at its best, over as many games in every row: the learner sits everywhere equally."""
    seen = look(*env.reset(seed=seed))
    played, shares = np.zeros(env.num_envs, int), 0.0
    with torch.no_grad():
        while played.min() < each:
            sights, rewards, ends, _, told = env.step(judge(policy, *seen)[0].argmax(1).numpy())
            seen = look(sights, told)
            counted = ends & (played < each)
            shares += float((rewards[counted] + 1 / env.box.players).sum())
            played += ends
    return wilson(shares / (each * env.num_envs), each * env.num_envs)


def train(options: argparse.Namespace) -> tuple[Any, list[Mark]]:
    """Rounds of playing and learning until the time is over, with exams on the way and a large one at the end."""
    from tradewinds.lab.gym import LearnerEnv

    box = load_game(options.game).box(options.players)
    env, small = LearnerEnv(box, options.games, "greedy"), LearnerEnv(box, max(1, options.games // 4), "greedy")
    seen = look(*env.reset(seed=options.seed))
    env.advice()  # What must be compiled is compiled before the clock starts.
    policy = make_policy(seen[0].shape[1], seen[1].shape[1])
    optimiser = torch.optim.Adam(policy.parameters())
    start, games, rounds, loss, marks = time.monotonic(), 0, 0, 0.0, list[Mark]()

    def note(exam: Any, seed: int, each: int, what: str) -> None:
        marks.append(Mark(time.monotonic() - start, games, examine(exam, policy, seed, each)))
        print(describe(marks[-1], f"{what}, loss {loss:.3f}"), flush=True)

    while True:
        spent = (time.monotonic() - start) / 60 / options.minutes
        done = rounds / options.rounds if options.rounds else spent
        if done >= 1:
            break
        imitate = done < options.imitate
        if done >= len(marks) / EXAMS:
            note(small, options.seed + 1, box.players, "imitates" if imitate else "learns from games")
        optimiser.param_groups[0]["lr"] = RATE * (1 - done)
        played, ended, seen = play_round(env, policy, seen, imitate)
        loss = learn(policy, optimiser, played, imitate)
        games, rounds = games + ended, rounds + 1
    each = -(-options.last // (options.games * box.players)) * box.players
    note(env, options.seed + 2, each, f"{each * options.games:,} other games after {rounds} rounds")
    return policy, marks


def describe(mark: Mark, what: str) -> str:
    """An exam in a line."""
    share, low, high = mark.wins
    return f"{mark.seconds:5.0f} s {mark.games:9,} games   wins {share:6.1%} ({low:.1%} - {high:.1%})   {what}"


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Train a small network to beat the bot greedy.")
    parser.add_argument("--game", choices=GAMES, default="bombay")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5, help="how long to train")
    parser.add_argument("--rounds", type=int, help="how many rounds instead; then a seed gives the same result again")
    parser.add_argument("--games", type=int, default=1024, help="how many games are played at once")
    parser.add_argument("--imitate", type=float, default=0.3, help="the part of the time in which greedy is imitated")
    parser.add_argument("--last", type=int, default=4096, help="how many games the last exam has at least")
    parser.add_argument("--threads", type=int, default=1, help="how many cores PyTorch uses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where to write the learning curve (SVG)")
    parser.add_argument("--save", type=Path, help="where to write the weights")
    return parser.parse_args()


def main() -> None:
    """Train as the command line says, and keep what came out."""
    options = read_options()
    if torch is None:
        sys.exit("This example needs PyTorch. Install it with: pip install torch")
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    policy, marks = train(options)
    if options.curve:
        title = f"A small network learns {options.game.capitalize()} against greedy, {options.players} players"
        exams = [(mark.seconds, mark.wins) for mark in marks]
        options.curve.write_text(wins_over_time(exams, 1 / options.players, title), encoding="utf-8")
    if options.save:
        torch.save({"game": options.game, "players": options.players, "weights": policy.state_dict()}, options.save)


if __name__ == "__main__":
    main()
