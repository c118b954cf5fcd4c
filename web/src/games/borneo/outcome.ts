/** Outcome of a challenge: shows both sides' cards before they are discarded. */
import { t } from "../../lib/i18n.svelte";
import type { Outcome, SeatProps } from "../types";
import { flagsOn } from "./goods";
import type { BorneoView, ChallengeView } from "./view";

export function outcome(before: BorneoView, after: BorneoView, me: number | null): Outcome<BorneoView> | null {
  const fight = before.challenge;
  if (!fight || before.phase !== "defend" || after.phase === "defend") return null;
  const thrown = new Set(after.discard_pile.map((card) => card.name));
  // After an undo the attack cards are back in hand: no outcome.
  if (!fight.attack.every((card) => thrown.has(card.name))) return null;
  const known = new Set([...before.discard_pile, ...fight.attack].map((card) => card.name));
  const defence = after.phase === "reward" && after.challenge ? after.challenge.defence : after.discard_pile.filter((card) => !known.has(card.name));
  const { attacking: attacker, defending: defender } = fight;
  const challenge = { ...fight, defence };
  const row = after.companies.find((company) => company.name === fight.company)?.merchants;
  const won = row?.[fight.defender - 1] === attacker;
  return {
    view: { ...before, challenge },
    mine: me === attacker || me === defender,
    sentence: (seats) => tell(challenge, won, seats[attacker], seats[defender]),
  };
}

function tell(fight: ChallengeView, won: boolean, attacker?: SeatProps, defender?: SeatProps): string {
  const [attack, n] = [flagsOn(fight.attack, fight.company), flagsOn(fight.defence, fight.company)];
  const sum = n + fight.bonus;
  const suffix = attacker?.me ? "_attacker" : defender?.me ? "_defender" : "";
  const end = won ? (attack === sum ? "tie" : "won") : "repelled";
  return t(`borneo.outcome.fight${suffix}`, {
    attacker: attacker?.name ?? "", attack, defender: defender?.name ?? "",
    defence: fight.bonus ? t("borneo.outcome.sum", { n, bonus: fight.bonus, sum }) : n,
    end: t(`borneo.outcome.${end}`, { then: t(`borneo.outcome.then${suffix}`, { attacker: attacker?.name ?? "", defender: defender?.name ?? "", rank: fight.defender }) }),
  });
}
