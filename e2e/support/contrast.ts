import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { boxOf } from './box-of.ts';
import { untilAnimationsEnd } from './animations.ts';

/** Width around an element in which its focus ring is drawn. Pixels. */
const AROUND_PX = 4;
/** Minimum number of changed pixels: a line of two pixels along the shortest side of a small button. */
const MIN_CHANGED_PX = 40;
/** Minimum contrast of elements other than text (WCAG 1.4.11). */
const MIN_CONTRAST = 3;

/** Expects that an action visibly changes the element or its surroundings, such as a ring or another background. */
export async function expectVisibleChange(
  target: Locator,
  act: () => Promise<void>,
): Promise<void> {
  const page = target.page();
  const before = await pixelsAround(page, target);
  await act();
  const after = await pixelsAround(page, target);
  const changed = before.filter(
    (pixel, index) => contrast(pixel, after[index] ?? pixel) >= MIN_CONTRAST,
  );
  expect(changed.length, `changed pixels of ${target.toString()}`).toBeGreaterThan(MIN_CHANGED_PX);
}

/** Expects that each visible icon has enough contrast with its background. */
export async function expectIconContrast(page: Page): Promise<void> {
  await untilAnimationsEnd(page);
  const icons = await page.evaluate(visibleIcons);
  expect(icons.length, 'visible icons').toBeGreaterThan(0);
  const picture = sharp(await page.screenshot());
  const faint: string[] = [];
  for (const { name, ...box } of icons) {
    const pixels = pixelsOf(await picture.clone().extract(box).removeAlpha().raw().toBuffer());
    const background = pixels[0] ?? [0, 0, 0];
    if (!pixels.some((pixel) => contrast(pixel, background) >= MIN_CONTRAST)) faint.push(name);
  }
  expect(faint, 'icons without enough contrast').toEqual([]);
}

/** Runs in the page. */
function visibleIcons() {
  return [...document.querySelectorAll('svg')].flatMap((icon) => {
    const { left, top, width, height } = icon.getBoundingClientRect();
    const isWhole =
      left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isUncovered = hit !== null && (hit.contains(icon) || icon.contains(hit));
    if (
      !isWhole ||
      !isUncovered ||
      width < 8 ||
      !icon.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return [];
    const name = `${icon.getAttribute('class')} in ${icon.parentElement?.outerHTML.slice(0, 120)}`;
    const [x, y] = [Math.floor(left), Math.floor(top)];
    return [{ name, left: x, top: y, width: Math.ceil(width), height: Math.ceil(height) }];
  });
}

type Pixel = readonly [number, number, number];

async function pixelsAround(page: Page, target: Locator): Promise<Pixel[]> {
  await untilAnimationsEnd(page);
  const { x, y, width, height } = await boxOf(target);
  const clip = {
    x: Math.max(0, Math.floor(x) - AROUND_PX),
    y: Math.max(0, Math.floor(y) - AROUND_PX),
    width: Math.ceil(width) + 2 * AROUND_PX,
    height: Math.ceil(height) + 2 * AROUND_PX,
  };
  return pixelsOf(
    await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer(),
  );
}

function pixelsOf(bytes: Buffer): Pixel[] {
  return Array.from({ length: bytes.length / 3 }, (_, number): Pixel => {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(number * 3, number * 3 + 3);
    return [red, green, blue];
  });
}

/** Returns the contrast ratio of WCAG, from 1 to 21. */
function contrast(one: Pixel, other: Pixel): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Pixel): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
