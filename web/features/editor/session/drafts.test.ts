import { beforeEach, expect, test } from 'vitest';
import { type Draft, draftOf, forgetAllDrafts, forgetDraft, keepDraft } from './drafts.ts';

const draft: Draft = { text: 'a\r\nb', encoding: 'utf-8', version: '"1"', savedAt: 5 };

beforeEach(() => sessionStorage.clear());

test('a draft is found only by the same user and path', () => {
  keepDraft(1, '/a', draft);
  expect(draftOf(1, '/a')).toEqual(draft);
  expect(draftOf(2, '/a')).toBeUndefined();
  expect(draftOf(1, '/b')).toBeUndefined();
  forgetDraft(1, '/a');
  expect(draftOf(1, '/a')).toBeUndefined();
});

test('a text that is too large removes the older draft', () => {
  keepDraft(1, '/a', draft);
  keepDraft(1, '/a', { ...draft, text: 'x'.repeat(2_000_001) });
  expect(draftOf(1, '/a')).toBeUndefined();
});

test('logging out removes drafts and nothing else', () => {
  keepDraft(1, '/a', draft);
  keepDraft(2, '/b', draft);
  sessionStorage.setItem('other', 'kept');
  forgetAllDrafts();
  expect([draftOf(1, '/a'), draftOf(2, '/b')]).toEqual([undefined, undefined]);
  expect(sessionStorage.getItem('other')).toBe('kept');
});
