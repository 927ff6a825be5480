import { expect, test } from 'vitest';
import { ApiError } from './http.ts';
import { maySucceedLater } from './may-succeed-later.ts';
import { OutcomeUnknown } from './tracked-call.ts';

test.each([0, 423, 429, 500, 503, 507])('after a %d, the same request may succeed', (status) => {
  expect(maySucceedLater(new ApiError(status, ''))).toBe(true);
});

test.each([400, 401, 403, 404, 409, 413])('after a %d, it fails again', (status) => {
  expect(maySucceedLater(new ApiError(status, ''))).toBe(false);
});

test('a request that may have been executed, or that a command refused, is not repeated', () => {
  expect(maySucceedLater(new OutcomeUnknown('the connection was lost'))).toBe(false);
  expect(maySucceedLater(new ApiError(500, '', { failedCommand: 'before' }))).toBe(false);
  expect(maySucceedLater(new TypeError('a defect'))).toBe(false);
});
