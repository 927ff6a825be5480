import { expect, test } from 'vitest';
import { makePassword } from './make-password.ts';

const MANY = Array.from({ length: 2_000 }, () => makePassword());

test('a password has four groups without similar characters', () => {
  for (const password of MANY)
    expect(password).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
});

test('passwords are unique, with evenly distributed characters', () => {
  expect(new Set(MANY).size).toBe(MANY.length);
  const counts = new Map<string, number>();
  for (const character of MANY.join('').replaceAll('-', '')) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  // The expected count is 1,000.
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1_200);
});

test('a minimum length makes longer passwords', () => {
  expect(makePassword(12)).toHaveLength(19);
  expect(makePassword(19)).toHaveLength(19);
  expect(makePassword(20)).toHaveLength(24);
});
