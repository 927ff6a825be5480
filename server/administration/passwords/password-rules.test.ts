import { expect, test } from 'vitest';
import { requireGoodPassword } from './password-rules.ts';

test.each([
  ['one byte too short', 'x'.repeat(11), 'password is too short, minimum length is 12'],
  ['nothing at all', '', 'password is too short, minimum length is 12'],
  ['more than anybody types', 'xy'.repeat(513), 'password is too long, maximum length is 1024'],
  ['what everybody takes', 'qwerty123456', 'password is too easy'],
  ['the same in capitals', 'QwErTy123456', 'password is too easy'],
])('refused as a password: %s', async (_what, password, reason) => {
  await expect(
    requireGoodPassword(password, { minimumLength: 12, username: 'anna' }),
  ).rejects.toMatchObject({
    code: 'invalid-request',
    message: reason,
  });
});

test.each([
  ['twelve bytes that nobody guesses', 'Fresh-pass0w'],
  ['ten letters of twelve bytes', 'ünïcödé-pw'],
  ['73 bytes, more than old hashes took', 'p1-'.repeat(24) + 'x'],
  ['as long as a password may be', 'xy'.repeat(512)],
])('good as a password: %s', async (_what, password) => {
  await expect(
    requireGoodPassword(password, { minimumLength: 12, username: 'anna' }),
  ).resolves.toBeUndefined();
});

test('common passwords are refused even if short ones are allowed', async () => {
  await expect(
    requireGoodPassword('123456', { minimumLength: 4, username: 'anna' }),
  ).rejects.toThrow('password is too easy');
  await expect(
    requireGoodPassword('g7#q', { minimumLength: 4, username: 'anna' }),
  ).resolves.toBeUndefined();
});

test('the user name is no password, in whatever case and width', async () => {
  const rules = { minimumLength: 12, username: 'maximilian.mustermann' };
  for (const password of [
    'maximilian.mustermann',
    'Maximilian.Mustermann',
    'ｍaximilian.mustermann',
  ])
    await expect(requireGoodPassword(password, rules)).rejects.toThrow('password is too easy');
  await expect(requireGoodPassword('maximilian.mustermann7', rules)).resolves.toBeUndefined();
});
