import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDraft } from './use-draft.ts';

interface Saved {
  name: string;
  dark: boolean;
  rules: { path: string }[];
}

const SAVED: Saved = { name: 'anna', dark: false, rules: [{ path: '/a' }] };

function draftOf(saved: Saved = SAVED) {
  return renderHook((props: Saved) => useDraft(props), { initialProps: saved });
}

test('only fields that differ from the saved values count as changed', () => {
  const { result } = draftOf();
  expect(result.current.isChanged).toBe(false);

  act(() => result.current.change({ name: 'berta', rules: [{ path: '/a' }] }));
  expect(result.current.draft).toEqual({ ...SAVED, name: 'berta' });
  expect(result.current.changes).toEqual({ name: 'berta' });

  act(() => result.current.change({ name: 'anna' }));
  expect(result.current.isChanged).toBe(false);
});

test('an item added to a list is a change', () => {
  const { result } = draftOf();
  act(() => result.current.change({ rules: [{ path: '/a' }, { path: '/b' }] }));
  expect(result.current.changes).toEqual({ rules: [{ path: '/a' }, { path: '/b' }] });
});

test('a change saved elsewhere appears unless the field was edited', () => {
  const { result, rerender } = draftOf();
  act(() => result.current.change({ name: 'berta' }));

  rerender({ ...SAVED, name: 'clara', dark: true });
  expect(result.current.draft).toMatchObject({ name: 'berta', dark: true });
  expect(result.current.changes).toEqual({ name: 'berta' });
});

test('discarding restores the saved values', () => {
  const { result } = draftOf();
  act(() => result.current.change({ name: 'berta', dark: true }));
  act(() => result.current.reset());
  expect(result.current.draft).toEqual(SAVED);
});

test('edits made while saving stay unsaved', () => {
  const { result, rerender } = draftOf();
  act(() => result.current.change({ name: 'berta', dark: true }));
  const sent = result.current.changes;
  act(() => result.current.change({ name: 'bertha' }));

  act(() => result.current.settle(sent));
  rerender({ ...SAVED, name: 'berta', dark: true });
  expect(result.current.changes).toEqual({ name: 'bertha' });
});
