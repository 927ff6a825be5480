import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { untilAnimationsEnd } from '../support/animations.ts';
import type { TakenPicture } from './contact-sheet.ts';
import type { Scene } from './scene.ts';
import type { Setting, Stage } from './demo-server.ts';
import { wordsOf } from './words.ts';

export interface Look {
  readonly language: string;
  readonly size: keyof typeof SIZES;
  readonly themes: readonly ('light' | 'dark')[];
}

export const SIZES = {
  wide: { width: 1_440, height: 900 },
  tablet: { width: 820, height: 1_180 },
  narrow: { width: 390, height: 844 },
} as const;

/** Maximum duration of a scene. Milliseconds. */
const SCENE_LIMIT_MS = 20_000;

interface Outcome {
  readonly taken: readonly TakenPicture[];
  readonly failed: readonly string[];
}

/** Takes pictures of all scenes in one language and size, in each theme. A failed scene does not stop the others. */
export async function takePictures(
  browser: Browser,
  setting: Setting,
  look: Look,
  { scenes, folder }: { scenes: readonly Scene[]; folder: string },
): Promise<Outcome> {
  const taken: TakenPicture[] = [];
  const failed: string[] = [];
  const session = await logIn(browser, setting, look);
  const contexts = {
    inside: await newContext(browser, setting, look, session),
    outside: await newContext(browser, setting, look),
  };
  for (const scene of scenes.filter((one) => isFor(one, look))) {
    const own =
      scene.leavesTraces === true ? await newContext(browser, setting, look, session) : undefined;
    const usual = scene.isForVisitors === true ? contexts.outside : contexts.inside;
    try {
      taken.push(...(await takeScene(own ?? usual, setting, look, { scene, folder })));
    } catch (reason) {
      failed.push(`${scene.name} (${look.language}, ${look.size}): ${String(reason)}`);
    }
    await own?.close();
  }
  await Promise.all([contexts.inside.close(), contexts.outside.close()]);
  return { taken, failed };
}

function isFor({ only }: Scene, { size }: Look): boolean {
  return only === undefined || (only === 'narrow') === (size === 'narrow');
}

async function takeScene(
  context: BrowserContext,
  setting: Setting,
  { language, size, themes }: Look,
  { scene, folder }: { scene: Scene; folder: string },
): Promise<TakenPicture[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(SCENE_LIMIT_MS);
  const stage: Stage = { ...setting, page, word: wordsOf(language), isNarrow: size === 'narrow' };
  const taken: TakenPicture[] = [];
  try {
    await page.emulateMedia({ colorScheme: themes[0] ?? 'light' });
    await scene.show(stage);
    for (const theme of themes) {
      const look = `${language}-${size}-${theme}`;
      const file = `${look}/${scene.name.replaceAll(/\W+/g, '-').toLowerCase()}.png`;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      await page.emulateMedia({ colorScheme: theme });
      await untilAnimationsEnd(page);
      await page.screenshot({ path: join(folder, file) });
      taken.push({ scene: scene.name, look, file });
    }
  } finally {
    await page.close();
  }
  return taken;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function logIn(browser: Browser, setting: Setting, look: Look): Promise<Session> {
  await setting.change({ locale: look.language });
  const context = await newContext(browser, setting, look);
  const page = await context.newPage();
  const word = wordsOf(look.language);
  await page.goto('/login');
  await page.getByLabel(word('session.username')).fill(setting.server.admin.username);
  await page.getByLabel(word('session.password')).fill(setting.server.admin.password);
  await page.getByRole('button', { name: word('session.logIn') }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.waitForURL('**/files/**');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The TypeScript loader wraps functions with this helper, which functions that run in the page then need. */
const NAMES_OF_FUNCTIONS = 'globalThis.__name = (named) => named;';

async function newContext(
  browser: Browser,
  { line }: Setting,
  { language, size }: Look,
  storageState?: Session,
): Promise<BrowserContext> {
  const options: BrowserContextOptions = {
    baseURL: line.url,
    locale: language === 'en' ? 'en-GB' : language,
    timezoneId: 'UTC',
    viewport: SIZES[size],
    hasTouch: size !== 'wide',
  };
  const context = await browser.newContext(options);
  await context.addInitScript({ content: NAMES_OF_FUNCTIONS });
  await returnWith(context, storageState);
  return context;
}

/** Makes the browser that of a user or visitor who was here before: it has the session, if any, and the typeface. */
async function returnWith(context: BrowserContext, session: Session | undefined): Promise<void> {
  const { cookies, origins } = session ?? { cookies: [], origins: [] };
  const page = await context.newPage();
  await page.goto('/login');
  await page.waitForFunction(() => localStorage.getItem('typeface') !== null);
  await page.evaluate(
    (stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value);
    },
    origins.flatMap(({ localStorage: stored }) => stored),
  );
  await context.addCookies(cookies);
  await page.close();
}
