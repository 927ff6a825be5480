import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import type { TestServer } from './support/test-server.ts';
import { refusal } from './support/browser-errors.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { logInAt } from './support/pages.ts';
import { untilLoaded } from './support/until-loaded.ts';

const FIRST_VIEW_BYTES = 200 * 1_024;
const FIRST_VIEW_REQUESTS = 20;

/** Requests of a browser with an empty cache. */
interface Transfer {
  /** Number of requests until the rows are shown. */
  readonly requests: number;
  /** Received bytes with headers, with thumbnails and icons. */
  readonly bytes: number;
}

/** Counts the requests of a page and their transferred bytes, including headers. */
function countTransfer(client: CDPSession) {
  const asked = new Set<string>();
  const bytes = new Map<string, number>();
  client.on('Network.requestWillBeSent', ({ requestId }) => asked.add(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength),
  );
  return {
    requests: () => asked.size,
    async bytes() {
      const first = [...asked];
      await expect.poll(() => first.filter((id) => !bytes.has(id)).length).toBe(0);
      return first.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0);
    },
  };
}

/** Opens the files of a logged-in user in a browser with an empty cache. */
async function firstView(browser: Browser, server: TestServer, state: State): Promise<Transfer> {
  const context = await browser.newContext({ storageState: atFirst(state), baseURL: server.url });
  // Preloaded files are not part of the first view.
  await context.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1_500 ? 0 : later(run, ms)) as typeof window.setTimeout;
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const transferred = countTransfer(client);
  await page.goto('/files/');
  await page.locator('[data-index="0"]').waitFor();
  const requests = transferred.requests();
  // Waits for the user, the disk usage and the icons of the shown items.
  await untilLoaded(page);
  const bytes = await transferred.bytes();
  await context.close();
  return { requests, bytes };
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Returns the state of a browser that has a session, and nothing of an earlier view in its cache. */
function atFirst({ cookies, origins }: State): State {
  return {
    cookies,
    origins: origins.map(({ origin, localStorage: stored }) => ({
      origin,
      localStorage: stored.filter(({ name }) => name !== 'typeface'),
    })),
  };
}

test('the first view of a listing takes at most 20 requests and 200 KiB, in English and in Arabic', async ({
  page,
  browser,
  browserErrors,
  server,
}, { annotations }) => {
  // The picture and the film are not real ones.
  browserErrors.expect(refusal(415));
  server.put({ 'Photos/': '', 'notes.txt': 'notes', 'film.mp4': 'film', 'sea.jpg': 'sea' });
  for (const [locale, direction] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    await server.prefer({ locale });
    await page.context().clearCookies();
    await logInAt(page, '/files/', server.admin);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    const { requests, bytes: total } = await firstView(
      browser,
      server,
      await page.context().storageState(),
    );
    const measured = `${requests} requests, ${(total / 1_024).toFixed(1)} KiB in “${locale}”`;
    annotations.push({ type: 'transferred', description: measured });
    expect(total, measured).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    expect(requests, measured).toBeLessThanOrEqual(FIRST_VIEW_REQUESTS);
    expect(total, 'the measure missed the scripts').toBeGreaterThan(FIRST_VIEW_BYTES / 2);
    await page.evaluate(() => localStorage.clear());
  }
});
