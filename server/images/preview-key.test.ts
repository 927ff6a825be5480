import { expect, test } from 'vitest';
import { previewKey } from './previews.ts';

const FILE = { identity: '1:2', fingerprint: 'born 3', modifiedNs: 4n, size: 5 };

test('a file that was given the number, the time and the size of one that has gone is not shown as that one', () => {
  const key = previewKey(FILE, 'thumb');
  expect(previewKey({ ...FILE }, 'thumb')).toBe(key);
  expect(previewKey({ ...FILE, fingerprint: 'born 6' }, 'thumb')).not.toBe(key);
});
