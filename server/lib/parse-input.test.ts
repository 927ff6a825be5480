import { expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_IN_LIST, MAX_VALUES, parseInput, problemText } from './parse-input.ts';

const Rule = z.strictObject({ path: z.string(), allow: z.boolean(), regex: z.boolean() });
const Body = z.strictObject({ rules: z.array(Rule), words: z.record(z.string(), z.string()) });

/** Counts the entries that the schema looks at. */
function counting() {
  const seen = { entries: 0 };
  const entry = z.unknown().transform((value) => {
    seen.entries += 1;
    return value;
  });
  return { seen, schema: z.array(entry.pipe(z.string())) };
}

function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  const parsed = parseInput(schema, value);
  return parsed.kind === 'refused' ? problemText(parsed.problem) : undefined;
}

test('returns parsed input', () => {
  const body = { rules: [{ path: '/', allow: true, regex: false }], words: { a: 'b' } };
  expect(parseInput(Body, body)).toEqual({ kind: 'parsed', value: body });
});

test('the first wrong entry ends the check', () => {
  const { seen, schema } = counting();
  expect(problemWith(schema, ['a', 1, 2, 3, 4])).toMatch(/^1: /);
  expect(seen.entries).toBe(2);
});

test('a list that is too long is refused before its entries are checked', () => {
  const { seen, schema } = counting();
  const list = Array.from({ length: MAX_IN_LIST + 1 }, () => 'a');
  expect(problemWith(schema, list)).toBe(`has more than ${MAX_IN_LIST} entries`);
  expect(seen.entries).toBe(0);
  expect(problemWith(schema, list.slice(1))).toBeUndefined();
});

test('refuses an object with too many keys at any level, with its path', () => {
  const keys = Array.from({ length: MAX_IN_LIST + 1 }, (_, index) => [`k${index}`, 1] as const);
  const words = Object.fromEntries(keys);
  expect(problemWith(Body, { rules: [], words })).toBe(
    `words: has more than ${MAX_IN_LIST} entries`,
  );
  expect(problemWith(z.unknown(), [[{ words }]])).toMatch(/^0\.0\.words: /);
});

test('many lists together are refused, and so is deep nesting', () => {
  const lists = Array.from({ length: 20 }, () => Array.from({ length: MAX_VALUES / 20 }, () => 0));
  expect(problemWith(z.unknown(), lists)).toBe(`has more than ${MAX_VALUES} values`);
  const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
  expect(problemWith(z.unknown(), deep)).toBe(`has more than ${MAX_VALUES} values`);
});

test('keeps the message short, however many keys are unknown', () => {
  const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`key${i}`, i]));
  expect(problemWith(Body, { rules: [], words: {}, ...unknown })?.length).toBeLessThan(1_100);
});
