import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BuiltServer, DIST } from './support/built-server.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { create, openEntry, rowOf, logInAt } from './support/pages.ts';
import { UGLY } from './support/ugly-names.ts';
import { callAs, tokenOf } from './support/users.ts';

/** Settings of a user who reads a language: the browser's language, its list, and the stored value. */
interface Reader {
  readonly browser?: string;
  readonly stored?: string;
}

/** Readers of languages whose tag differs from the file name. */
const READERS: Readonly<Record<string, Reader>> = {
  ar: { browser: 'ar-EG', stored: 'AR' },
  de: { browser: 'da,de-AT' },
  en: { browser: 'da,eo', stored: 'en_US' },
  he: { browser: 'iw', stored: 'he_IL' },
  nl: { browser: 'nl-NL,en', stored: 'NL' },
  'nl-be': { browser: 'nl-BE,nl', stored: 'nl_BE' },
  no: { browser: 'nb-NO', stored: 'nn' },
  pt: { browser: 'pt-PT', stored: 'pt-pt' },
  'pt-br': { browser: 'pt-BR,pt', stored: 'pt_BR' },
  'sv-se': { browser: 'sv', stored: 'sv' },
  'zh-cn': { browser: 'zh', stored: 'zh_CN' },
  'zh-tw': { browser: 'zh-TW', stored: 'ZH_TW' },
};

/** Languages from which others take the sentences that do not differ. */
const BASES: Readonly<Record<string, string>> = { 'nl-be': 'nl' };
const RIGHT_TO_LEFT = ['ar', 'fa', 'he'];

/** Languages of the page's files with sentences; English is part of the page. */
const LANGUAGE_OF_FILE = languageFiles();
const LANGUAGES = [...new Set(['en', ...LANGUAGE_OF_FILE.values()])].toSorted();
const ENGLISH = wordsOf('en');

test('each of 33 languages is shown for the browser’s setting and for the user’s choice, and no other is loaded', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  expect(LANGUAGES).toHaveLength(33);
  server.run('config', 'set', '--signup');
  server.put({ 'notes.md': 'x' });
  const speak = await browserOf(page);
  const token = await tokenOf(server, server.admin);
  const loaded = languagesLoadedBy(page);
  await page.goto('/health');
  for (const [number, tag] of LANGUAGES.entries()) {
    await speak(READERS[tag]?.browser ?? tag);
    await page.evaluate(() => localStorage.removeItem('jwt'));
    await page.goto('/login');
    await expect(
      page.getByRole('button', { name: say(tag, 'session.logIn'), exact: true }),
    ).toBeVisible();
    await expect(page).toHaveTitle(titleOf(say(tag, 'session.logInTitle')));
    await expectSpoken(page, tag);
    await page.getByRole('link', { name: say(tag, 'session.toSignUp'), exact: true }).click();
    await expect(
      page.getByRole('button', { name: say(tag, 'session.signUp'), exact: true }),
    ).toBeVisible();
    await expectSpoken(page, tag);
    expect(loaded(), `loaded for a visitor who reads ${tag}`).toEqual(filesFor(tag));

    // A language other than the browser's.
    const chosen = LANGUAGES[(number + 1) % LANGUAGES.length] ?? tag;
    const renewed = await choose(server, token, READERS[chosen]?.stored ?? chosen);
    await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), renewed);
    await page.goto('/files/');
    await expect(rowOf(page, 'notes.md')).toBeVisible();
    await expect(page).toHaveTitle(titleOf(say(chosen, 'shell.myFiles')));
    await expect(
      page.getByRole('columnheader', { name: say(chosen, 'listing.modified') }),
    ).toBeVisible();
    await expectSpoken(page, chosen);
    expect(loaded(), `loaded for a user who reads ${chosen}`).toEqual(filesFor(chosen));
  }
});

test('a toast is in the language just chosen, and isolates a name of another direction', async ({
  page,
  server,
}) => {
  await logInAt(page, '/settings/profile', server.admin);
  let spoken = 'en';
  for (const tag of ['ar', 'de', 'en']) {
    await page.getByLabel(say(spoken, 'preferences.language'), { exact: true }).selectOption(tag);
    await page.getByRole('button', { name: say(spoken, 'form.save'), exact: true }).click();
    const news = page.getByRole('region', { name: say(tag, 'common.notifications') });
    await expect(news).toContainText(say(tag, 'settings.settingsUpdated'));
    await expect(page.getByRole('heading', { name: say(tag, 'profile.appearance') })).toBeVisible();
    await expectSpoken(page, tag);
    spoken = tag;
  }

  await page.goto('/files/');
  await create(page, 'New folder');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(UGLY.rightToLeft);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`Folder “${isolated(UGLY.rightToLeft)}” created.`)).toBeVisible();
  await openEntry(page, UGLY.rightToLeft);
  await expect(page).toHaveTitle(`${isolated(UGLY.rightToLeft)} – File Browser`);
});

/** Returns a function that sets the language list of the browser. */
async function browserOf(page: Page): Promise<(languages: string) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  return async (acceptLanguage) => {
    await browser.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage });
  };
}

/** Stores the language of a user. Resolves with a session that includes it. */
async function choose(server: BuiltServer, token: string, locale: string): Promise<string> {
  const envelope = { what: 'user', which: ['locale'], data: { locale } };
  const stored = await callAs(server, token, 'PUT', '/api/users/1', envelope);
  expect(stored.status, locale).toBe(200);
  return (await callAs(server, token, 'POST', '/api/renew')).text();
}

/** Returns a function with the languages of the files loaded since its last call. */
function languagesLoadedBy(page: Page): () => string[] {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const language = LANGUAGE_OF_FILE.get(new URL(request.url()).pathname);
    if (language !== undefined) loaded.add(language);
  });
  return () => {
    const languages = [...loaded].toSorted();
    loaded.clear();
    return languages;
  };
}

function filesFor(tag: string): string[] {
  return [tag, BASES[tag] ?? tag]
    .filter((name, index, names) => name !== 'en' && names.indexOf(name) === index)
    .toSorted();
}

/** Expects the language and direction of the page, and no English text and no message keys. */
async function expectSpoken(page: Page, tag: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
  await expect(page.locator('html')).toHaveAttribute(
    'dir',
    RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr',
  );
  const own = new Set(wordsOf(tag).values());
  const foreign = new Set([...ENGLISH.values()].filter((words) => !own.has(words)));
  // A part that is still loading may be announced in the language before.
  await expect
    .poll(async () => {
      const said = await page.evaluate(allThatIsSaid);
      return said.filter((text) => foreign.has(text) || ENGLISH.has(text));
    }, `said in ${tag}`)
    .toEqual([]);
}

/** Runs in the page. Returns the visible and the announced texts. */
function allThatIsSaid(): string[] {
  const said = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      said.add(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) {
      // File names, languages and units are not translated.
      if (node instanceof Text && element.closest('bdi, option, script, noscript') === null)
        said.add(node.data.trim());
    }
  }
  return [...said];
}

function titleOf(page: string): RegExp {
  const plain = page.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^\u2068?${plain}\u2069? – \u2068?File Browser\u2069?$`, 'u');
}

/** Returns the text between the marks that isolate its direction. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function say(tag: string, key: string): string {
  const words = wordsOf(tag).get(key);
  if (words === undefined) throw new Error(`no sentence ${key} in ${tag}`);
  return words;
}

/** Returns the sentences of a language by their keys, such as 'session.logIn'. */
function wordsOf(tag: string): Map<string, string> {
  const file = join(import.meta.dirname, '..', 'web', 'i18n', 'languages', `${tag}.json`);
  const base = BASES[tag];
  return new Map([
    ...(base === undefined ? [] : wordsOf(base)),
    ...sentencesIn(JSON.parse(readFileSync(file, 'utf8')) as Words, ''),
  ]);
}

interface Words {
  readonly [name: string]: string | Words;
}

function sentencesIn(words: Words, above: string): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[above + name, value]] : sentencesIn(value, `${above}${name}.`),
  );
}

/** Returns the addresses of the built files of each language. */
function languageFiles(): Map<string, string> {
  const manifest = JSON.parse(
    readFileSync(join(DIST, 'web', '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  return new Map(
    Object.entries(manifest).flatMap(([source, { file }]): [string, string][] => {
      const [, tag] = /languages\/([a-z-]+)\.json\?part=/.exec(source) ?? [];
      return tag === undefined || tag === 'en' ? [] : [[`/static/${file}`, tag]];
    }),
  );
}
