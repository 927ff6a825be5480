import { expect, test } from 'vitest';
import { passwordProblem } from './new-password.ts';

const typed = (password: string, repeat = password) => ({ password, repeat });

test('a password is wanted, long enough, twice the same', () => {
  expect(passwordProblem(typed(''), 12)).toBe('missing');
  expect(passwordProblem(typed('short'), 12)).toBe('too-short');
  expect(passwordProblem(typed('long enough!', 'long enough?'), 12)).toBe('different');
  expect(passwordProblem(typed('long enough!'), 12)).toBeUndefined();
});

test('letters of other scripts count as the bytes they are', () => {
  expect(passwordProblem(typed('סיסמהה'), 12)).toBeUndefined();
});
