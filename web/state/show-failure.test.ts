import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/http.ts';
import { i18n } from '../i18n/i18n.ts';
import { showFailureToRepeat } from './show-failure.ts';
import { toasts } from './toasts.ts';

afterEach(() => {
  for (const { id } of toasts.getState().shown) toasts.getState().dismiss(id);
});

const labels = () =>
  toasts.getState().shown.map(({ actions }) => actions.map(({ label }) => label));

test('a failure that may pass offers another attempt', () => {
  let attempts = 0;
  showFailureToRepeat(i18n.t, new ApiError(0, ''), () => void (attempts += 1));
  expect(labels()).toEqual([[i18n.t('common.retry')]]);
  toasts.getState().shown[0]?.actions[0]?.run();
  expect(attempts).toBe(1);
});

test('a refusal offers none, because it would be repeated', () => {
  showFailureToRepeat(i18n.t, new ApiError(403, ''), () => {});
  expect(labels()).toEqual([[]]);
});
