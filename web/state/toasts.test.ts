import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const textsOf = (toasts: ReturnType<typeof createToasts>) =>
  toasts.getState().shown.map(({ text }) => text);

test('a success disappears after four seconds; errors and notices stay until dismissed', () => {
  const toasts = createToasts();
  toasts.getState().show('success', 'Copied');
  toasts.getState().show('error', 'Failed');
  toasts.getState().show('notice', 'New');

  vi.advanceTimersByTime(3_999);
  expect(textsOf(toasts)).toEqual(['Copied', 'Failed', 'New']);
  vi.advanceTimersByTime(1);
  expect(textsOf(toasts)).toEqual(['Failed', 'New']);
  vi.advanceTimersByTime(600_000);
  expect(textsOf(toasts)).toEqual(['Failed', 'New']);

  for (const { id } of toasts.getState().shown) toasts.getState().dismiss(id);
  expect(textsOf(toasts)).toEqual([]);
});

test('only the newest ten brief messages are shown', () => {
  const toasts = createToasts();
  for (let count = 1; count <= 12; count += 1) toasts.getState().show('info', `${count}`);

  expect(textsOf(toasts)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
});

test('errors are not dropped for newer toasts', () => {
  const toasts = createToasts();
  toasts.getState().show('error', 'first');
  for (let count = 1; count <= 12; count += 1) toasts.getState().show('info', `${count}`);

  expect(textsOf(toasts)[0]).toBe('first');
});

test('no message disappears while the pointer or focus is on one', () => {
  const toasts = createToasts();
  toasts.getState().show('success', 'Copied');
  toasts.getState().pause();
  toasts.getState().show('info', 'Later');
  vi.advanceTimersByTime(60_000);
  expect(textsOf(toasts)).toEqual(['Copied', 'Later']);

  toasts.getState().resume();
  vi.advanceTimersByTime(4_000);
  expect(textsOf(toasts)).toEqual([]);
});

test('a toast with a button stays long enough to reach it', () => {
  const toasts = createToasts();
  toasts.getState().show('success', 'Copied', { label: 'Show', run: () => {} });
  vi.advanceTimersByTime(9_999);
  expect(textsOf(toasts)).toEqual(['Copied']);
  vi.advanceTimersByTime(1);
  expect(textsOf(toasts)).toEqual([]);
});
