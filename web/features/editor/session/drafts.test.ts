import { beforeEach, expect, test } from 'vitest';
import { type Draft, draftOf, forgetAllDrafts, forgetDraft, keepDraft } from './drafts.ts';

const draft: Draft = { text: 'a\r\nb', encoding: 'utf-8', version: '"1"', savedAt: 5 };

beforeEach(() => sessionStorage.clear());

test('what was kept is found by the same user and path only', () => {
  keepDraft(1, '/a', draft);
  expect(draftOf(1, '/a')).toEqual(draft);
  expect(draftOf(2, '/a')).toBeUndefined();
  expect(draftOf(1, '/b')).toBeUndefined();
  forgetDraft(1, '/a');
  expect(draftOf(1, '/a')).toBeUndefined();
});

test('a text too large to be kept leaves no older one behind, which would be taken for it', () => {
  keepDraft(1, '/a', draft);
  keepDraft(1, '/a', { ...draft, text: 'x'.repeat(2_000_001) });
  expect(draftOf(1, '/a')).toBeUndefined();
});

test('who signs out leaves no draft behind, and everything else as it was', () => {
  keepDraft(1, '/a', draft);
  keepDraft(2, '/b', draft);
  sessionStorage.setItem('other', 'kept');
  forgetAllDrafts();
  expect([draftOf(1, '/a'), draftOf(2, '/b')]).toEqual([undefined, undefined]);
  expect(sessionStorage.getItem('other')).toBe('kept');
});
