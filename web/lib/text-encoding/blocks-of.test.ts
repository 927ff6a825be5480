import { expect, it } from 'vitest';
import { blocksOf } from './blocks-of.ts';

it('keeps a short text whole', () => {
  expect(blocksOf('one\ntwo\n')).toEqual(['one\ntwo\n']);
  expect(blocksOf('')).toEqual([]);
});

it('splits a long text between lines', () => {
  const line = 'x'.repeat(1_000);
  const blocks = blocksOf([line, line, line, line, line, line].join('\n'));
  expect(blocks).toEqual([[line, line, line, line].join('\n'), [line, line].join('\n')]);
});

it('splits an endless line, but not a character', () => {
  const blocks = blocksOf(`a${'😀'.repeat(5_000)}`);
  expect(blocks.join('')).toBe(`a${'😀'.repeat(5_000)}`);
  for (const block of blocks) {
    expect(block.length).toBeLessThanOrEqual(4_096);
    expect(block.isWellFormed()).toBe(true);
  }
});

it('keeps empty lines', () => {
  const text = '\n'.repeat(10_000);
  expect(blocksOf(text).join('\n')).toBe(text);
});
