import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { checkPassword } from '../access/passwords.ts';
import { isPasswordHash } from '../config/setting-types.ts';
import { runCli } from '../testing/cli.ts';

const options = { folder: tmpdir() };

test('prints a hash that --password takes and that opens for the password only', async () => {
  const { printed } = await runCli(['hash', 'some password'], options);
  const hash = printed.trimEnd();
  expect(hash).toMatch(/^\$2[ab]\$10\$/);
  expect(isPasswordHash(hash)).toBe(true);
  expect(await checkPassword(hash, 'some password')).toBe('right-but-old-hash');
  expect(await checkPassword(hash, 'some passwort')).toBe('wrong');
});

test.each([[['hash']], [['hash', '-']]])('%j reads the password from a line', async (words) => {
  const { printed } = await runCli(words, { ...options, stdin: 'größer als geheim\nmore\n' });
  expect(await checkPassword(printed.trimEnd(), 'größer als geheim')).toBe('right-but-old-hash');
});

test('refuses passwords that bcrypt would truncate', async () => {
  const most = 'bcrypt takes at most 72 bytes';
  await expect(runCli(['hash', 'ö'.repeat(37)], options)).rejects.toThrow(most);
  await expect(runCli(['hash', ''], options)).rejects.toThrow('the password is empty');
});
