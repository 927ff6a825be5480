import { expect, test } from 'vitest';
import { fieldOf } from './field-of.ts';

const refused = (message: string, status = 400) =>
  fieldOf(Object.assign(new Error(message), { status }));

test('returns the field and the reason', () => {
  expect(refused('400 Bad Request (branding.color: has to be a colour: #2979ff)')).toEqual({
    field: 'branding.color',
    reason: 'has to be a colour: #2979ff',
  });
  expect(refused('400 Bad Request (rules[2].path: is empty)')?.field).toBe('rules[2].path');
});

test('returns only the reason without a field', () => {
  expect(refused('400 Bad Request (the current password is incorrect)')).toEqual({
    field: undefined,
    reason: 'the current password is incorrect',
  });
});

test('returns nothing for other failures', () => {
  expect(refused('400 Bad Request')).toBeUndefined();
  expect(refused('409 Conflict', 409)).toBeUndefined();
  expect(fieldOf(new Error('400 Bad Request (name: is taken)'))).toBeUndefined();
  expect(fieldOf('broken')).toBeUndefined();
});
