"""What is looked for on a page as it stands: axe's rules, names of the parts of drawings, contrast of text in them."""

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# One rule is on trial, and takes the lettering of a drawn card for the words of a button.
RUN = """
(tags) => axe.run(document, {
  runOnly: tags, resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: false } },
})
"""
LEAST_CONTRAST = 4.5
# Large text: from 24 pixels, or bold from 18.66.
LEAST_CONTRAST_LARGE = 3.0


def axe(page: Page) -> list[str]:
    """The rules of axe that a page violates, and where."""
    if not page.evaluate("typeof window.axe === 'object'"):
        # Not as a script element: the security policy of the page allows none of ours.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, TAGS)
    return [
        f"{violation['id']}: {node['target'][0]} {node['failureSummary'].splitlines()[-1].strip()}"
        for violation in found["violations"]
        for node in violation["nodes"]
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


def nameless(page: Page) -> list[str]:
    """Parts of drawings that mean something and are no named buttons or pictures."""
    found: list[str] = page.evaluate(NAMELESS)
    return found


TEXTS = """
() => {
  const found = [];
  for (const part of document.querySelectorAll('svg text')) {
    const seen = part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!seen || !part.textContent.trim()) continue;
    const box = part.getBoundingClientRect();
    // The box of a text is higher than its letters: only the middle half is looked at, across or along.
    const turned = box.height > box.width && part.textContent.trim().length > 2;
    const [x, y, width, height] = turned
      ? [box.x + box.width / 4, box.y, box.width / 2, box.height]
      : [box.x, box.y + box.height / 4, box.width, box.height / 2];
    const inside = box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    if (!inside || box.width < 2 || box.height < 2) continue;
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const owner = part.closest('svg');
    if (top && !owner.contains(top) && !top.contains(owner)) continue;
    const style = getComputedStyle(part);
    let opacity = 1;
    for (let each = part; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    const scale = part.getScreenCTM()?.a ?? 1;
    const size = Math.hypot(scale, part.getScreenCTM()?.b ?? 0) * parseFloat(style.fontSize);
    const halo = style.stroke !== 'none' && style.paintOrder.startsWith('stroke') ? style.stroke : null;
    found.push({ text: part.textContent.trim(), box: [x, y, width, height], fill: style.fill, halo,
      opacity: opacity * Number(style.fillOpacity), size, bold: Number(style.fontWeight) >= 600,
      decoration: !!part.closest('[data-decoration]') });
  }
  return found;
}
"""
BEHIND = """
async ([picture, texts, density]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const brush = canvas.getContext('2d');
  brush.drawImage(image, 0, 0);
  const colour = (text) => {
    const one = new OffscreenCanvas(1, 1).getContext('2d');
    one.fillStyle = text;
    one.fillRect(0, 0, 1, 1);
    return [...one.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  return texts.map((text) => {
    const [x, y, width, height] = text.box.map((measure) => Math.round(measure * density));
    const data = brush.getImageData(x, y, Math.max(1, width), Math.max(1, height)).data;
    const fill = colour(text.fill);
    const values = [];
    for (let at = 0; at < data.length; at += 4) {
      const behind = text.halo ? colour(text.halo) : [data[at], data[at + 1], data[at + 2]];
      const mixed = [0, 1, 2].map((part) => fill[part] * text.opacity + behind[part] * (1 - text.opacity));
      values.push(contrast(mixed, behind));
      if (text.halo) break;
    }
    values.sort((a, b) => a - b);
    // The worst tenth may be lines and neighbours that only touch the box of the text.
    return values[Math.floor(values.length / 10)];
  });
}
"""


def faint_text(page: Page, context: BrowserContext) -> list[str]:
    """Text in drawings that stands out too little from what is painted behind it."""
    texts: list[dict[str, Any]] = [text for text in page.evaluate(TEXTS) if not text["decoration"]]
    added = page.evaluate_handle(
        "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules);"
        "document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; return sheet; }",
        "svg text { visibility: hidden !important }",
    )
    picture = page.screenshot()
    page.evaluate(
        "(sheet) => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet) }", added
    )
    density = page.evaluate("devicePixelRatio")
    blank = context.new_page()
    blank.goto("about:blank")
    contrasts: list[float] = blank.evaluate(BEHIND, [base64.b64encode(picture).decode(), texts, density])
    blank.close()
    faint = []
    for text, contrast in zip(texts, contrasts, strict=True):
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if contrast < (LEAST_CONTRAST_LARGE if large else LEAST_CONTRAST):
            faint.append(
                f"{text['text']!r} at {[round(m) for m in text['box']]}: {contrast:.1f} : 1, {text['size']:.0f} px"
            )
    return faint


WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
"""As a script that runs before the page's: `shifted` is how much moved without being asked to."""

CROWDED = {"place", "transfer", "challenge", "take", "move"}
"""What may lie closer together on a board than fingers are wide: companies, merchants, cards at a port, spaces."""

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
  // As lib/finger.ts: a tap between pieces means the nearest one, as far as half a finger from its middle.
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
    """What is too small to be touched.

    Links inside a text need not be large. Pieces on the board, which two fingers make larger, share the room between
    them, so that those which have to lie close together may have less.
    """
    small = []
    for target in page.evaluate(TARGETS, least):
        limited = target["board"] and target["name"].split()[0] in CROWDED
        if min(target["width"], target["height"]) < (crowded if limited else least) - 0.5:
            small.append(f"{target['name']} {target['width']:.0f}×{target['height']:.0f}")
    return small


def crowded_targets(page: Page, least: int = 44) -> list[str]:
    """The pieces on the board that have less room than a finger because others are near."""
    return [
        f"{target['name']} {target['width']:.0f}×{target['height']:.0f}"
        for target in page.evaluate(TARGETS, least)
        if target["board"] and min(target["width"], target["height"]) < least - 0.5
    ]
