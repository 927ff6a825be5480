import { expect, test } from 'vitest';
import { lockGaps } from './lock-gaps.mjs';

test('a platform package without an entry of its own is named, with who asked for it', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { sharp: '1' } },
      'node_modules/sharp': { optionalDependencies: { '@img/linux': '1', '@img/win': '1' } },
      'node_modules/@img/linux': {},
    },
  };
  expect(lockGaps(lock)).toEqual(['node_modules/sharp names @img/win, which has no lock entry']);
});

test('an entry in the own node_modules of a package, or of one around it, counts', () => {
  const lock = {
    packages: {
      'node_modules/a': {},
      'node_modules/a/node_modules/b': { optionalDependencies: { c: '1', d: '1', e: '1' } },
      'node_modules/a/node_modules/b/node_modules/c': {},
      'node_modules/a/node_modules/d': {},
      'node_modules/e': {},
    },
  };
  expect(lockGaps(lock)).toEqual([]);
});
