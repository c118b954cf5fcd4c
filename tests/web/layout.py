"""Layout checks of a table: regions, holdings, text."""

from collections.abc import Sequence

from playwright.sync_api import Page

LEAST_BOARD = 240
"""Minimum height of a board in pixels."""
LEAST_TEXT = {"phone": 12, "desktop": 11}
"""Minimum height of text in pixels."""

PLAYING = (".top", ".side", "main.board", ".decide", ".middle > .mine", ".story")
REPLAYING = (".top", ".side", "main.board", ".now", ".theatre > .mine", ".story", ".theatre > .below")
LEARNING = (".table > .side", ".table > .board", ".table > .mine", ".teacher")

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
MEASURE = """
([regions, leastBoard, leastText]) => {
  const root = document.documentElement;
  // What sticks to the window's edge lies where it belongs once the page is scrolled to its end.
  scrollTo(0, root.scrollHeight);
  const wrong = [];
  const shown = (part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const beginning = (part) => part.textContent.trim().slice(0, 20);
  const named = (part) => `${part.tagName.toLowerCase()}.${part.getAttribute('class')} “${beginning(part)}”`;
  const boxes = regions
    .map((which) => [which, document.querySelector(which)])
    // A drawer that lies over everything else is no region.
    .filter(([, part]) => part && shown(part) && getComputedStyle(part.firstElementChild ?? part).position !== 'fixed')
    .map(([which, part]) => [which, part.getBoundingClientRect(), part]);
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  const shared = (one, other, low, high) => Math.min(one[high], other[high]) - Math.max(one[low], other[low]) > 0.5;
  const over = (one, other) => shared(one, other, 'left', 'right') && shared(one, other, 'top', 'bottom');
  const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
    && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
  const scrolls = (part) => /auto|scroll/.test(getComputedStyle(part).overflow)
    && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
  for (const [name, box] of boxes) {
    if (box.left < -0.5 || box.right > root.clientWidth + 0.5) wrong.push(`${name} reaches over the edge`);
    for (const [other, its] of boxes)
      if (name < other && over(box, its)) wrong.push(`${name} lies over ${other}`);
    if (name.endsWith('.board') && box.height < leastBoard) wrong.push(`the board is ${box.height.toFixed()} high`);
  }
  // What one has and what one can press is whole, and nothing of it has to be scrolled.
  const whole = boxes.filter(([name]) => name.endsWith('.mine') || name === '.decide');
  for (const [name, box, region] of whole)
    for (const part of region.querySelectorAll('svg, button, li, .stat, .points')) {
      const its = part.getBoundingClientRect();
      if (!its.width || !shown(part) || part.closest('.only-heard, .news')) continue;
      if (!inside(its, box)) wrong.push(`${named(part)} is cut off in ${name}`);
    }
  for (const [name, , region] of whole)
    for (const part of region.querySelectorAll('*'))
      if (scrolls(part)) wrong.push(`${named(part)} in ${name} has to be scrolled`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const part = text.parentElement;
    if (!text.data.trim() || !shown(part) || part.closest('.only-heard, title, option')) continue;
    const drawn = part instanceof SVGElement ? part.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(part).fontSize) * Math.hypot(drawn.a, drawn.b);
    if (size < leastText - 0.05) wrong.push(`${named(part)} is ${size.toFixed(1)} high`);
  }
  scrollTo(0, 0);
  return [...new Set(wrong)];
}
"""


def layout_problems(page: Page, regions: Sequence[str], least_text: float) -> list[str]:
    """Return all layout problems of a table."""
    page.evaluate(SETTLED)
    wrong: list[str] = page.evaluate(MEASURE, [list(regions), LEAST_BOARD, least_text])
    return wrong


def newest_line_is_cut(page: Page) -> bool:
    """Return whether the latest line of the story is cut off."""
    cut: bool = page.evaluate(
        """() => {
          const line = document.querySelector('.news span:last-child');
          return !!line && (line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + 1);
        }"""
    )
    return cut
