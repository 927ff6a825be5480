import type { Page } from '@playwright/test';

const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';

/** Announcements of live regions, in order. */
export interface Announcements {
  /** Returns the announcements since the page was loaded or `forget` was called. */
  heard(): Promise<string[]>;
  forget(): Promise<void>;
}

/** Records announcements from the next loaded page on. Regions behind a modal dialog are silent, as in the browser. */
export async function listenToAnnouncements(page: Page): Promise<Announcements> {
  await page.addInitScript(remember, LIVE);
  return {
    heard: () => page.evaluate(() => [...(window as unknown as Memory).heard]),
    forget: () =>
      page.evaluate(() => {
        (window as unknown as Memory).heard.length = 0;
      }),
  };
}

interface Memory {
  readonly heard: string[];
}

/** Runs in the page. */
function remember(live: string): void {
  const heard: string[] = [];
  Object.assign(window, { heard });

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
  const tell = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element) return;
    const alerts = [...element.querySelectorAll('[role=alert]')];
    const said = element.closest(live) ? [element] : alerts;
    for (const part of said) {
      // Marks that isolate the direction of a name are not spoken.
      const text = audibleText(part)
        .replaceAll(/[\s\u2066-\u2069]+/g, ' ')
        .trim();
      if (text !== '' && !isSilent(part)) heard.push(text);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') tell(target);
      else addedNodes.forEach(tell);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
