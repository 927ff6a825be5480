import { expect, test } from 'vitest';
import { createShareTokens } from './share-token.ts';

const KEY = Buffer.alloc(64, 7);
const HOUR_MS = 3_600_000;
const SUBJECT = { hash: 'abcdefghijklmnopqrstuv', passwordHash: '$argon2id$one' };

test('a token is valid for its share and the current password only', () => {
  const tokens = createShareTokens(KEY);
  const token = tokens.issue(SUBJECT);

  expect(token).toMatch(/^[A-Za-z0-9_-]{128}$/);
  expect(tokens.issue(SUBJECT)).not.toBe(token);
  expect(tokens.isGood(token, SUBJECT)).toBe(true);
  expect(tokens.isGood(token, { ...SUBJECT, hash: 'another' })).toBe(false);
  expect(tokens.isGood(token, { ...SUBJECT, passwordHash: '$argon2id$two' })).toBe(false);
  expect(createShareTokens(Buffer.alloc(64, 8)).isGood(token, SUBJECT)).toBe(false);
});

test('a token ends after twelve hours', () => {
  let now = 1_800_000_000_000;
  const tokens = createShareTokens(KEY, () => now);
  const token = tokens.issue(SUBJECT);

  now += 12 * HOUR_MS - 1;
  expect(tokens.isGood(token, SUBJECT)).toBe(true);
  now += 1;
  expect(tokens.isGood(token, SUBJECT)).toBe(false);
});

test('no byte of a token can be changed', () => {
  const tokens = createShareTokens(KEY);
  const bytes = Buffer.from(tokens.issue(SUBJECT), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    expect(tokens.isGood(changed.toString('base64url'), SUBJECT)).toBe(false);
  }
});

test.each([
  '',
  'x',
  'A'.repeat(127),
  'A'.repeat(129),
  `${'A'.repeat(127)}=`,
  `${'A'.repeat(128)}\n`,
])('what is no token at all is none: %j', (text) => {
  expect(createShareTokens(KEY).isGood(text, SUBJECT)).toBe(false);
});
