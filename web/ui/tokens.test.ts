import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'guide', 'branding.md');
const TOKENS = join(import.meta.dirname, 'tokens.css');

/** Internal measures, which the guide does not offer for customization. */
const OWN = /^--(?:space|z)-/;

test('the operator’s guide lists exactly the variables that custom.css may set', () => {
  const [, section = ''] = readFileSync(GUIDE, 'utf8').split('## Custom styles');
  const table = section.split('\n').filter((line) => line.startsWith('| `--'));
  const named = table.flatMap((line) => line.match(/(?<=`)--[\w-]+(?=`)/g) ?? []);
  const set = readFileSync(TOKENS, 'utf8').match(/^ +(--[\w-]+)(?=:)/gm) ?? [];
  const offered = new Set(set.map((name) => name.trim()).filter((name) => !OWN.test(name)));

  expect(named.toSorted()).toEqual([...offered].toSorted());
});
