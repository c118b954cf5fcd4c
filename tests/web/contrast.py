"""How much text stands out from what is painted behind it, pixel by pixel: axe reads styles and can not see drawings.

The page is photographed without its texts and with them in a colour that is nowhere else. Where the two differ there
are letters, and what the first shows there is what they have to stand out from. Text that is covered or scrolled out of
sight has no such pixels and is not looked at.
"""

from typing import Any

from playwright.sync_api import Page

LEAST_CONTRAST = 4.5
# Large text: from 24 pixels, or bold from 18.66.
LEAST_CONTRAST_LARGE = 3.0

STOPS = """
() => {
  const tops = [...document.querySelectorAll('svg text')].filter((text) => text.checkVisibility())
    .map((text) => text.getBoundingClientRect()).filter((box) => box.width).map((box) => box.top + scrollY);
  const stops = [0];
  if (document.documentElement.scrollHeight > innerHeight)
    for (const top of tops.sort((one, other) => one - other))
      if (top > stops.at(-1) + innerHeight - 60) stops.push(top - 60);
  return stops;
}
"""
"""How far a page is scrolled to see all texts of its drawings: other text below the first sight is left to axe."""

MARK = """
() => {
  const found = [];
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.textContent.trim() && !node.parentElement.closest('script, style, title, option, .only-heard')
      ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement;
    // What can not be used now may be faint; so may what lies below a window.
    if (!part.checkVisibility({ visibilityProperty: true }) || part.closest(':disabled')) continue;
    if (document.querySelector('dialog:modal') && !part.closest('dialog:modal')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) continue;
    const style = getComputedStyle(part);
    const drawn = part instanceof SVGElement;
    let opacity = drawn ? Number(style.fillOpacity) : 1;
    for (let each = part; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    if (!opacity) continue;
    const turn = drawn ? part.getScreenCTM() : { a: 1, b: 0 };
    // Texts that lie on each other are painted one after the other.
    const over = boxes.filter((other) => other.left < box.right + 2 && box.left < other.right + 2
      && other.top < box.bottom + 2 && box.top < other.bottom + 2);
    let layer = Number(part.dataset.ink ?? 0);
    if (!part.dataset.ink) while (over.some((other) => other.layer === layer)) layer += 1;
    boxes.push({ layer, left: box.left, right: box.right, top: box.top, bottom: box.bottom });
    part.dataset.ink = layer;
    found.push({ text: node.textContent.trim().slice(0, 40), box: [box.left, box.top, box.right, box.bottom], layer,
      colour: drawn ? style.fill : style.color, opacity, size: Math.hypot(turn.a, turn.b) * parseFloat(style.fontSize),
      bold: Number(style.fontWeight) >= 700, where: (part.closest('[class]')?.getAttribute('class') ?? part.tagName) });
  }
  return found;
}
"""
PAINT = """
async (layer) => {
  const colour = (chosen) => `{ fill: ${chosen} !important; -webkit-text-fill-color: ${chosen} !important }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important } [data-ink] ' + colour('transparent')
    + (layer === null ? '' : `[data-ink="${layer}"] ` + colour('#f0f')));
  sheet.ink = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => !one.ink), sheet];
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}
"""
CLEAN = """
() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !one.ink);
  for (const part of document.querySelectorAll('[data-ink]')) delete part.dataset.ink;
}
"""
COMPARE = """
async ([pictures, texts]) => {
  const pixels = async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const brush = new OffscreenCanvas(image.width, image.height).getContext('2d');
    brush.drawImage(image, 0, 0);
    return brush.getImageData(0, 0, image.width, image.height);
  };
  const [bare, ...inked] = await Promise.all(pictures.map(pixels));
  const { data, width, height } = bare;
  const density = width / innerWidth;
  const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colour = (text) => {
    one.clearRect(0, 0, 1, 1);
    one.fillStyle = text;
    one.fillRect(0, 0, 1, 1);
    return [...one.getImageData(0, 0, 1, 1).data];
  };
  const curve = Float64Array.from({ length: 256 }, (_, value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (r, g, b) => 0.2126 * curve[r] + 0.7152 * curve[g] + 0.0722 * curve[b];
  return texts.map((text) => {
    const ink = inked[text.layer].data;
    const [r, g, b, alpha] = colour(text.colour);
    const solid = text.opacity * alpha / 255;
    const [left, top, right, bottom] = text.box.map((measure, place) =>
      Math.min([width, height][place % 2], Math.max(0, (place < 2 ? Math.floor : Math.ceil)(measure * density))));
    // How much of a pixel is letter.
    const letter = (at) => (Math.abs(ink[at] - data[at]) + Math.abs(ink[at + 1] - data[at + 1])
      + Math.abs(ink[at + 2] - data[at + 2])) / (255 - data[at] + data[at + 1] + 255 - data[at + 2] || 1);
    const places = [];
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) places.push((y * width + x) * 4);
    // At the edge of what covers a part of the text, a pixel has a trace of letter.
    const least = Math.max(0.1, 0.5 * places.reduce((most, at) => Math.max(most, letter(at)), 0));
    const seen = new Set();
    let worst = null;
    for (const at of places) {
      if (letter(at) < least) continue;
      const behind = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
      if (seen.has(behind)) continue;
      seen.add(behind);
      const mixed = [r, g, b].map((part, place) => Math.round(part * solid + data[at + place] * (1 - solid)));
      const [low, high] = [light(...mixed), light(data[at], data[at + 1], data[at + 2])].sort((p, q) => p - q);
      const contrast = (high + 0.05) / (low + 0.05);
      if (!worst || contrast < worst.contrast)
        worst = { contrast, behind: '#' + behind.toString(16).padStart(6, '0'),
          at: [at / 4 % width, Math.floor(at / 4 / width)].map((measure) => Math.round(measure / density)) };
    }
    return worst;
  });
}
"""


def faint_text(page: Page) -> list[str]:
    """Text that stands out too little from what is painted behind it."""
    faint = []
    for stop in page.evaluate(STOPS):
        page.evaluate("(stop) => scrollTo({ top: stop, behavior: 'instant' })", stop)
        faint += faint_in_sight(page)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    return faint


def faint_in_sight(page: Page) -> list[str]:
    """The same without scrolling."""
    texts: list[dict[str, Any]] = page.evaluate(MARK)
    pictures = photograph(page, 1 + max((text["layer"] for text in texts), default=-1))
    found: list[dict[str, Any] | None] = page.evaluate(COMPARE, [pictures, texts])
    assert any(found), "no text is seen"
    faint = []
    for text, worst in zip(texts, found, strict=True):
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if worst and worst["contrast"] < (LEAST_CONTRAST_LARGE if large else LEAST_CONTRAST):
            faint.append(
                f"faint: {text['text']!r} ({text['where']}) {text['colour']} on {worst['behind']} at {worst['at']}: "
                f"{worst['contrast']:.2f} : 1, {text['size']:.1f} px"
            )
    return faint


def photograph(page: Page, layers: int) -> list[str]:
    """The page without its texts, and with those of each layer."""
    width, height, top = page.evaluate("[innerWidth, innerHeight, scrollY]")
    # The screen of a phone is dense; the page itself forgets it after the first picture.
    clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 2 if width < height else 1}
    # Ten times as fast as the pictures that Playwright takes.
    camera = page.context.new_cdp_session(page)
    pictures = []
    for layer in [None, *range(layers)]:
        page.evaluate(PAINT, layer)
        shot = camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": clip})
        pictures.append(shot["data"])
    page.evaluate(CLEAN)
    return pictures
