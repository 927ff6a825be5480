import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const bucketsOf = (maxKeys = 100) => new RateLimiter({ burst: 3, refillMs: 1_000, maxKeys });

test('a key may spend its burst at once, and then waits for one after the other', () => {
  const buckets = bucketsOf();
  for (let spent = 0; spent < 3; spent += 1) {
    expect(buckets.waitMs('anna', 0)).toBe(0);
    buckets.consume('anna', 0);
  }
  expect(buckets.waitMs('anna', 0)).toBe(1_000);
  expect(buckets.waitMs('anna', 400)).toBe(600);
  expect(buckets.waitMs('anna', 1_000)).toBe(0);
  buckets.consume('anna', 1_000);
  expect(buckets.waitMs('anna', 1_000)).toBe(1_000);
});

test('never saves up more than the burst', () => {
  const buckets = bucketsOf();
  buckets.consume('anna', 0);
  for (let spent = 0; spent < 3; spent += 1) buckets.consume('anna', 1_000_000);
  expect(buckets.waitMs('anna', 1_000_000)).toBe(1_000);
  for (let given = 0; given < 10; given += 1) buckets.refund('anna');
  for (let spent = 0; spent < 3; spent += 1) buckets.consume('anna', 1_000_000);
  expect(buckets.waitMs('anna', 1_000_000)).toBe(1_000);
});

test('accepts returned attempts', () => {
  const buckets = bucketsOf();
  for (let spent = 0; spent < 3; spent += 1) buckets.consume('anna', 0);
  buckets.refund('anna');
  expect(buckets.waitMs('anna', 0)).toBe(0);
});

test('keys do not pay for each other', () => {
  const buckets = bucketsOf();
  for (let spent = 0; spent < 5; spent += 1) buckets.consume('anna', 0);
  expect(buckets.waitMs('bert', 0)).toBe(0);
  buckets.refund('nobody');
  expect(buckets.waitMs('nobody', 0)).toBe(0);
});

test('forgets the least recently used key of a full table', () => {
  const buckets = bucketsOf(2);
  for (const key of ['old', 'old', 'old', 'mid', 'mid', 'mid', 'old', 'new'])
    buckets.consume(key, 0);
  expect(buckets.waitMs('mid', 0)).toBe(0);
  expect(buckets.waitMs('old', 0)).toBe(1_000);
});
