import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/http.ts';
import { i18n } from '../i18n/i18n.ts';
import { showFailureToRepeat, showNotSaved } from './show-failure.ts';
import { toasts } from './toasts.ts';

afterEach(() => {
  for (const { id } of toasts.getState().shown) toasts.getState().dismiss(id);
});

const labels = () =>
  toasts.getState().shown.map(({ actions }) => actions.map(({ label }) => label));

test('a failure that may pass offers another attempt', () => {
  let attempts = 0;
  showFailureToRepeat(i18n.t, new ApiError(0, ''), 'Not done', () => void (attempts += 1));
  expect(labels()).toEqual([[i18n.t('common.retry')]]);
  toasts.getState().shown[0]?.actions[0]?.run();
  expect(attempts).toBe(1);
});

test('a refusal offers none, because it would be repeated', () => {
  showFailureToRepeat(i18n.t, new ApiError(403, ''), 'Not done', () => {});
  expect(labels()).toEqual([[]]);
});

test('a message says what has failed before it says why', () => {
  const t = ((key: string) => key) as typeof i18n.t;
  showFailureToRepeat(t, new ApiError(423, ''), 'Not done', () => {});
  showNotSaved(t, new ApiError(0, ''));
  expect(toasts.getState().shown.map(({ text }) => text)).toEqual([
    'Not done\nerrors.locked',
    'errors.notSaved\nerrors.noConnection',
  ]);
});
