import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { ALL_SETTINGS, variableOf } from './settings.ts';

const PACKAGING = fileURLToPath(new URL('../../packaging/', import.meta.url));
const FILES = readdirSync(PACKAGING, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .toSorted();

test.each(FILES)('packaging/%s is YAML, and sets only variables that exist', (name) => {
  const text = readFileSync(join(PACKAGING, name), 'utf8');
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  const known = ALL_SETTINGS.map(variableOf);
  const used = text.match(/\bFB_[A-Z_]+/g) ?? [];
  expect(used.filter((variable) => !known.includes(variable))).toEqual([]);
});
