import type { Page } from '@playwright/test';

const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';

/** Announcements of live regions, in order. */
export interface Announcements {
  /** Returns the announcements since the page was loaded or `forget` was called. */
  announced(): Promise<string[]>;
  forget(): Promise<void>;
}

/** Records announcements, starting with the next page load. Regions behind a modal dialog are ignored, as screen readers do. */
export async function listenToAnnouncements(page: Page): Promise<Announcements> {
  await page.addInitScript(recordAnnouncements, LIVE);
  return {
    announced: () => page.evaluate(() => [...(window as unknown as RecordedWindow).announced]),
    forget: () =>
      page.evaluate(() => {
        (window as unknown as RecordedWindow).announced.length = 0;
      }),
  };
}

interface RecordedWindow {
  readonly announced: string[];
}

/** Runs in the page. */
function recordAnnouncements(live: string): void {
  const announced: string[] = [];
  Object.assign(window, { announced });

  const isSilent = (element: Element) => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (modal && !modal.contains(element)) return true;
    return element.closest('[inert], [aria-hidden=true], [aria-live=off]') !== null;
  };
  const audibleText = (part: Element) => {
    const copy = document.importNode(part, true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return copy.textContent;
  };
  const record = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element) return;
    const alerts = [...element.querySelectorAll('[role=alert]')];
    const regions = element.closest(live) ? [element] : alerts;
    for (const part of regions) {
      // Marks that isolate the direction of a name are not spoken.
      const text = audibleText(part)
        .replaceAll(/[\s\u2066-\u2069]+/g, ' ')
        .trim();
      if (text !== '' && !isSilent(part)) announced.push(text);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') record(target);
      else addedNodes.forEach(record);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
