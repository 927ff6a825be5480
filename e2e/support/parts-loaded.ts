import type { Page } from '@playwright/test';

/**
 * Waits until the page has loaded the scripts whose addresses contain `parts`, and everything that they import, so that it needs no
 * server for them. `networkidle` would wait for ever where the page has begun its stream of events.
 */
export async function partsLoaded(page: Page, ...parts: readonly string[]): Promise<void> {
  const scripts = await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const found = wanted.flatMap(
      (part) => loaded.find((name) => name.includes(part) && name.endsWith('.js')) ?? [],
    );
    return found.length === wanted.length ? found : undefined;
  }, parts);
  const urls = JSON.stringify(await scripts.jsonValue());
  // A module that is imported again is the same module, and ready when all of its imports are.
  await page.evaluate(`Promise.all(${urls}.map((url) => import(url))).then(() => {})`);
}
