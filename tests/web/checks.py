"""Checks of a page: axe rules, accessible names of drawings, target sizes."""

from pathlib import Path

from playwright.sync_api import Page

from tests.web.browser import Visitor
from tests.web.contrast import faint_text

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MISMATCH = "label-content-name-mismatch"
# The initial on a palace identifies its owner; it is not part of the name of the space.
OWNER = "text.initial"
RUN = """
([tags, only]) => axe.run(document, {
  runOnly: only ?? tags, resultTypes: ['violations'],
  rules: only ? {} : { 'label-content-name-mismatch': { enabled: true } },
})
"""


def axe(page: Page, *only: str) -> list[str]:
    """Return where a page violates the axe rules: all of them, or only the given ones."""
    if not page.evaluate("typeof window.axe === 'object'"):
        # Not as a script element, which the page's security policy would block.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, [TAGS, only or None])
    return [
        f"{violation['id']}: {node['target'][0]} {node['failureSummary'].splitlines()[-1].strip()}"
        for violation in found["violations"]
        for node in violation["nodes"]
        if violation["id"] != MISMATCH or not page.locator(node["target"][0]).locator(OWNER).count()
    ]


NAMELESS = """
() => {
  const name = (part) => {
    const told = part.getAttribute('aria-labelledby');
    if (told) return told.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const title = part.querySelector(':scope > title')?.textContent;
    return part.getAttribute('aria-label') ?? title ?? part.textContent ?? '';
  };
  const hidden = (part) => part.closest('[aria-hidden="true"], [inert], [hidden]');
  const wrong = [];
  for (const part of document.querySelectorAll('[data-pick], svg [tabindex], svg [role="button"], svg[role="img"]')) {
    if (!part.checkVisibility()) continue;
    const what = part.tagName + ' ' + (part.dataset.pick ?? part.getAttribute('class'));
    if (hidden(part) && part.getAttribute('tabindex') !== '-1') wrong.push(what + ': hidden from readers');
    else if (!name(part).trim() && !hidden(part)) wrong.push(what + ': no name');
    if (!part.matches('[data-pick]') || hidden(part)) continue;
    const button = part.matches('button, a[href], [role="button"], [role="option"], [role="menuitem"], [role="radio"]');
    if (!button) wrong.push(what + ': no button');
    if (!part.matches('button, a[href]') && part.getAttribute('tabindex') === null) wrong.push(what + ': no focus');
  }
  return wrong;
}
"""


def unnamed_parts(page: Page) -> list[str]:
    """Return parts of drawings that lack an accessible name, role or focus."""
    found: list[str] = page.evaluate(NAMELESS)
    return found


WATCH_SHIFTS = """
window.shifted = 0;
let shifts = 0, began = 0, ended = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, startTime, value } of list.getEntries()) {
    if (hadRecentInput) continue;
    if (startTime - ended > 1000 || startTime - began > 5000) [shifts, began] = [0, startTime];
    [shifts, ended] = [shifts + value, startTime];
    window.shifted = Math.max(window.shifted, shifts);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
"""Init script that keeps the cumulative layout shift (the worst five seconds of a visit) in `window.shifted`."""

CROWDED = {"place", "transfer", "challenge", "take", "move"}
"""Actions whose pieces may be closer together than fingers are wide: companies, merchants, cards at a port, spaces."""

TARGETS = """
(least) => {
  const parts = [...document.querySelectorAll('button, a[href], input, select, [data-pick], [role="button"]')]
    .filter((part) => part.checkVisibility() && !part.closest('[aria-hidden="true"], [inert]'))
    .filter((part) => !(part.matches('a') && getComputedStyle(part).display === 'inline'));
  const name = (part) => part.dataset.pick ?? part.getAttribute('aria-label') ?? part.textContent.trim().slice(0, 30);
  const onBoard = (part) => part.matches('.frame [data-pick]');
  const boxes = new Map(parts.map((part) => [part, (part.closest('label') ?? part).getBoundingClientRect()]));
  const away = (box, x, y) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  // As lib/touch.ts: a tap between pieces means the nearest one, as far as half a finger from its middle.
  const room = (part, dx, dy) => {
    const box = boxes.get(part);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const far = Math.max(least, dx ? box.width : box.height) / 2;
    for (let step = 1; step <= far; step += 0.5) {
      const at = [x + dx * step, y + dy * step];
      const own = away(box, ...at);
      if (own && parts.some((other) => other !== part && away(boxes.get(other), ...at) < own)) return step - 0.5;
    }
    return far;
  };
  return parts.filter((part) => boxes.get(part).width > 0).map((part) => {
    const box = boxes.get(part);
    if (!onBoard(part)) return { name: name(part), width: box.width, height: box.height, board: false };
    const [left, right, up, down] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => room(part, dx, dy));
    return { name: name(part), width: left + right, height: up + down, board: true };
  });
}
"""


def small_targets(page: Page, least: int = 44, crowded: int = 24) -> list[str]:
    """Return targets that are too small to touch.

    Links inside text are exempt. Pieces on the board share the space between them, and those that have to be close
    together may be smaller, since the board can be zoomed.
    """
    small = []
    for target in page.evaluate(TARGETS, least):
        limited = target["board"] and target["name"].split()[0] in CROWDED
        if min(target["width"], target["height"]) < (crowded if limited else least) - 0.5:
            small.append(f"{target['name']} {target['width']:.0f}×{target['height']:.0f}")
    return small


def crowded_targets(page: Page, least: int = 44) -> list[str]:
    """Return pieces on the board that are too close to others to touch."""
    return [
        f"{target['name']} {target['width']:.0f}×{target['height']:.0f}"
        for target in page.evaluate(TARGETS, least)
        if target["board"] and min(target["width"], target["height"]) < least - 0.5
    ]


def examine(visitor: Visitor) -> list[str]:
    """Return all problems of a page, in the light and in the dark theme."""
    page = visitor.page
    wrong = [*axe(page), *unnamed_parts(page), *faint_text(page)]
    if visitor.size == "phone":
        wrong += [f"too small to touch: {target}" for target in small_targets(page)]
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for()
    wrong += [f"dark: {trouble}" for trouble in (*axe(page, "color-contrast"), *faint_text(page))]
    page.emulate_media(color_scheme="light")
    return [f"{page.url}: {trouble}" for trouble in wrong]
