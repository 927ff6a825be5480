import { expect, test } from 'vitest';
import words from '../../i18n/languages/en.json?part=link';

/** The type of `t` includes all sentences, while this page has its own part. */
const WORDS: Readonly<Record<string, unknown>> = words;

// Components say sentences; `load-pdf.ts` has file names that look like some.
const sources = import.meta.glob<string>(
  ['./**/*.{ts,tsx}', '../../ui/pdf/*.tsx', '../../ui/player/*.{ts,tsx}', '!**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value, `${prefix}${key}.`)
      : [`${prefix}${key}`.replace(/_(?:one|other)$/, '')],
  );
}

const said = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/['"`]([a-z]+\.[a-zA-Z.]*(?:\$\{)?)/g)].map(([, key = '']) => key),
);

test('every sentence of the page is in its translations', () => {
  const known = keysOf(WORDS);
  const sections = Object.keys(WORDS).concat('listing', 'preview', 'errors', 'session', 'shell');
  const unknown = said
    .filter((key) => sections.includes(key.split('.')[0] ?? ''))
    .filter((key) =>
      key.endsWith('${')
        ? !known.some((one) => one.startsWith(key.slice(0, -2)))
        : !known.includes(key),
    );
  expect(unknown).toEqual([]);
});

test('the translations contain no unused sentence', () => {
  const isSaid = (key: string) =>
    said.some((one) => (one.endsWith('${') ? key.startsWith(one.slice(0, -2)) : one === key));
  // Shared components use these sections in both pages.
  const { common: _shared, keys: _printed, ...own } = WORDS;
  expect(keysOf(own).filter((key) => !isSaid(key))).toEqual([]);
});
