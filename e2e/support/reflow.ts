import { expect, type Page } from '@playwright/test';
import { untilAnimationsEnd } from './animations.ts';

/** Width of a desktop page at 400 % zoom (WCAG 1.4.10), and minimum width of a phone. Pixels. */
const NARROWEST_PX = 320;

/** Expects that nothing is cut off at the minimum width. An open menu would close there. */
export async function expectReflow(page: Page): Promise<void> {
  const usual = page.viewportSize();
  if (usual === null || (await page.getByRole('menu').count()) > 0) return;
  await page.setViewportSize({ ...usual, width: NARROWEST_PX });
  await untilAnimationsEnd(page);
  await expectNothingCutOff(page);
  await page.setViewportSize(usual);
  await untilAnimationsEnd(page);
}

/** Expects that the page does not scroll sideways, and that no control or text is cut off. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  expect(await page.evaluate(whatIsCutOff), 'cut off').toEqual([]);
}

/**
 * Runs in the page. Returns the controls and texts that are only partly visible, except in scrollable areas and with an
 * ellipsis.
 */
function whatIsCutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && element.closest('[inert]') === null;
    return isSeen && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  /** Returns whether an ancestor cuts the element off without a scroll bar or an ellipsis. */
  const isCutOff = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(around);
      const edges = around.getBoundingClientRect();
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis')
        return false;
      const clips = overflowX === 'hidden' || overflowX === 'clip';
      // Texts for screen readers only are one pixel wide.
      if (clips && edges.width <= 1) return false;
      if (clips && around !== element && (left < edges.left - 1 || right > edges.right + 1))
        return true;
      if (
        clips &&
        around === element &&
        hasText(element) &&
        element.scrollWidth > element.clientWidth + 1
      )
        return true;
      if (position === 'fixed') break;
    }
    return left < -1 || right > clientWidth + 1;
  };
  const cutOff = [...document.body.querySelectorAll('*')]
    .filter(
      (element) => element.matches('a[href], button, input, select, textarea') || hasText(element),
    )
    .filter((element) => isShown(element) && isCutOff(element))
    .map((element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.className} “${name}”`;
    });
  const wide = scrollWidth > clientWidth ? [`the page scrolls sideways: ${scrollWidth}`] : [];
  return [...wide, ...cutOff].slice(0, 10);
}
