import { expect, type Page } from '@playwright/test';

/** Minimum target size of WCAG 2.5.8, and our minimum for touch. */
const MIN_PX = 24;
const MIN_FOR_TOUCH_PX = 44;

/** Expects that all targets are large enough for the pointer of this page. */
export async function expectTargetSizes(page: Page): Promise<void> {
  expect(
    await page.evaluate(smallTargets, { least: MIN_PX, forTouch: MIN_FOR_TOUCH_PX }),
    'targets that are too small',
  ).toEqual([]);
}

/**
 * Runs in the page. Returns the targets that are too small. A target is an element with its labels and the area around it that
 * activates it. Links in a sentence are exempt; with a mouse, so is a small target with enough space around it.
 */
function smallTargets({ least, forTouch }: { least: number; forTouch: number }): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, ' +
    [
      'menuitem',
      'menuitemradio',
      'menuitemcheckbox',
      'option',
      'treeitem',
      'tab',
      'slider',
      'switch',
    ]
      .map((role) => `[role=${role}]`)
      .join(', ');
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const wanted = isTouch ? forTouch : least;

  const isReachable = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.matches(':disabled, [aria-disabled=true], [inert] *, [type=hidden]') &&
    getComputedStyle(element).pointerEvents !== 'none' &&
    isUncovered(element);
  /** Elements behind a dialog or scrolled out of view are not reachable. */
  const isUncovered = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return isHitAt(element, left + width / 2, top + height / 2);
  };
  const isHitAt = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return false;
    if (element.contains(hit)) return hit.closest(CONTROLS) === element;
    const label = hit.closest('label');
    return label !== null && label.control === element;
  };
  /** Returns the distance in one direction from the middle of the element within which a press activates it. */
  const reach = (element: Element, stepX: number, stepY: number) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    let steps = 0;
    while (
      steps < wanted &&
      isHitAt(element, left + width / 2 + stepX * steps, top + height / 2 + stepY * steps)
    )
      steps += 1;
    return steps;
  };
  const sizeOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const boxes = [element, ...labels].map((box) => box.getBoundingClientRect());
    return {
      width: Math.max(
        ...boxes.map(({ width }) => width),
        reach(element, -1, 0) + reach(element, 1, 0),
      ),
      height: Math.max(
        ...boxes.map(({ height }) => height),
        reach(element, 0, -1) + reach(element, 0, 1),
      ),
    };
  };
  const isInSentence = (element: Element) =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );

  const targets = [...document.querySelectorAll(CONTROLS)].filter(isReachable);
  const isSmall = (element: Element, side: number) => {
    const { width, height } = sizeOf(element);
    return width < side - 0.5 || height < side - 0.5;
  };
  /** WCAG 2.5.8: a circle of the minimum size around its middle touches no other target. */
  const hasFreeSpace = (element: Element) => {
    const own = element.getBoundingClientRect();
    const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
    return targets.every((other) => {
      if (other === element) return true;
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const nearestX = Math.min(Math.max(x, left), right);
      const nearestY = Math.min(Math.max(y, top), bottom);
      return Math.hypot(x - nearestX, y - nearestY) >= least / 2;
    });
  };
  /** Exempt, because the whole row is the target; its link only serves to open a new tab. */
  const isNameOfRow = (element: Element) =>
    element.matches('a[tabindex="-1"]') && element.closest('[role=row]') !== null;
  /** Scrolls the element to the middle, where no bar covers it, runs the check, and scrolls back. */
  const checkInMiddle = (element: Element, check: () => boolean) => {
    const around: [Element, number][] = [];
    for (let one: Element | null = element; one !== null; one = one.parentElement)
      around.push([one, one.scrollTop]);
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const result = check();
    for (const [one, top] of around) if (one.scrollTop !== top) one.scrollTop = top;
    return result;
  };
  return targets
    .filter((element) => isSmall(element, wanted))
    .filter((element) => !isInSentence(element) && !isNameOfRow(element))
    .filter((element) => isTouch || !hasFreeSpace(element))
    .filter((element) => checkInMiddle(element, () => isSmall(element, wanted)))
    .map((element) => {
      const { width, height } = sizeOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.className} “${name}”: ${Math.round(width)} × ${Math.round(height)}`;
    });
}
