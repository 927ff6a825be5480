import { expect, test } from 'vitest';
import { passwordProblem } from './new-password.ts';

const typed = (password: string, repeat = password) => ({ password, repeat });

test('requires a password of minimum length, repeated correctly', () => {
  expect(passwordProblem(typed(''), 12)).toBe('missing');
  expect(passwordProblem(typed('short'), 12)).toBe('too-short');
  expect(passwordProblem(typed('long enough!', 'long enough?'), 12)).toBe('different');
  expect(passwordProblem(typed('long enough!'), 12)).toBeUndefined();
});

test('non-ASCII letters count as several bytes', () => {
  expect(passwordProblem(typed('סיסמהה'), 12)).toBeUndefined();
});
