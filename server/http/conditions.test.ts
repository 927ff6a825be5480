import { describe, expect, test } from 'vitest';
import {
  etagOf,
  evaluateConditions,
  lastModifiedMs,
  rangeStillHolds,
  writeConditionOf,
} from './conditions.ts';

const FACTS = { modifiedNs: 1_700_000_000_123_456_789n, size: 0x1f, fingerprint: 'born 3 inode 4' };
const ETAG = etagOf(FACTS);
const MODIFIED = lastModifiedMs(FACTS);
const SAME = new Date(MODIFIED).toUTCString();
const EARLIER = new Date(MODIFIED - 1_000).toUTCString();
const LATER = new Date(MODIFIED + 1_000).toUTCString();

function evaluate(headers: Record<string, string>) {
  return evaluateConditions(headers, ETAG, MODIFIED);
}

test('validators begin as in File Browser 2, and are hexadecimal', () => {
  expect(ETAG).toMatch(new RegExp(`^"${1_700_000_000_123_456_789n.toString(16)}1f[0-9a-f]{8}"$`));
  expect(SAME).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
});

test('two writes within one second have different validators', () => {
  expect(etagOf({ ...FACTS, modifiedNs: FACTS.modifiedNs + 1n })).not.toBe(ETAG);
});

test('two files of the same time and size have different validators', () => {
  expect(etagOf({ ...FACTS, fingerprint: 'born 3 inode 5' })).not.toBe(ETAG);
});

describe('an unchanged file is not sent again', () => {
  test.each([
    { 'if-none-match': ETAG },
    { 'if-none-match': `W/${ETAG}` },
    { 'if-none-match': `"x", ${ETAG}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': SAME },
    { 'if-modified-since': LATER },
    { 'if-none-match': ETAG, 'if-modified-since': EARLIER },
  ])('to %j', (headers) => {
    expect(evaluate(headers)).toBe('not-modified');
  });
});

describe('a file is sent', () => {
  test.each([
    {},
    { 'if-none-match': '"x"' },
    { 'if-modified-since': EARLIER },
    { 'if-none-match': '"x"', 'if-modified-since': SAME },
    { 'if-match': ETAG },
    { 'if-match': '*' },
    { 'if-unmodified-since': SAME },
    { 'if-unmodified-since': LATER },
    { 'if-match': ETAG, 'if-unmodified-since': EARLIER },
    { 'if-modified-since': 'yesterday' },
    { 'if-modified-since': '2030-01-01T00:00:00Z' },
    { 'if-unmodified-since': '0' },
  ])('to %j', (headers) => {
    expect(evaluate(headers)).toBe('send');
  });
});

describe('an unmet condition is reported', () => {
  test.each([
    { 'if-match': '"x"' },
    { 'if-unmodified-since': EARLIER },
    { 'if-match': '"x"', 'if-none-match': ETAG },
  ])('to %j', (headers) => {
    expect(evaluate(headers)).toBe('failed');
  });
});

describe('a range is sent only of the version that the client has', () => {
  test.each([
    [undefined, true],
    [ETAG, true],
    ['"x"', false],
    [`W/${ETAG}`, false],
    [SAME, true],
    [EARLIER, false],
    [LATER, false],
    ['nonsense', false],
  ])('If-Range %j: %j', (ifRange, holds) => {
    const headers = ifRange === undefined ? {} : { 'if-range': ifRange };
    expect(rangeStillHolds(headers, ETAG, MODIFIED)).toBe(holds);
  });
});

describe('a request that writes', () => {
  const mayWrite = (headers: Record<string, string>, current: typeof FACTS | undefined) =>
    writeConditionOf(headers)?.(current) ?? 'without a condition';

  test('has no condition unless it states one', () => {
    expect(mayWrite({ 'if-modified-since': LATER }, FACTS)).toBe('without a condition');
  });

  test.each([
    [{ 'if-match': ETAG }, true, false],
    [{ 'if-match': `"x",W/${ETAG}` }, true, false],
    [{ 'if-match': '*' }, true, false],
    [{ 'if-match': '"x"' }, false, false],
    [{ 'if-match': '' }, false, false],
    [{ 'if-none-match': '*' }, false, true],
    [{ 'if-none-match': ETAG }, false, true],
    [{ 'if-none-match': '"x"' }, true, true],
    [{ 'if-unmodified-since': SAME }, true, true],
    [{ 'if-unmodified-since': EARLIER }, false, true],
    [{ 'if-match': ETAG, 'if-unmodified-since': EARLIER }, true, false],
    [{ 'if-match': ETAG, 'if-none-match': '*' }, false, false],
    [{ 'if-match': ETAG, 'if-modified-since': LATER }, true, false],
  ])('with %j may replace: %j, may create: %j', (headers, replace, create) => {
    expect(mayWrite(headers, FACTS)).toBe(replace);
    expect(mayWrite(headers, undefined)).toBe(create);
  });
});
