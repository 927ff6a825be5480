import { expect, test } from 'vitest';
import { wireMode } from './file-mode.ts';

test.each([
  ['a file of 0644', 0o100644, 420],
  ['a file nobody may touch', 0o100000, 0],
  ['a folder of 0755', 0o040755, 2_147_484_141],
  ['a link', 0o120777, 2 ** 27 + 0o777],
  ['a named pipe', 0o010600, 2 ** 25 + 0o600],
  ['a socket', 0o140755, 2 ** 24 + 0o755],
  ['a disk', 0o060660, 2 ** 26 + 0o660],
  ['a terminal', 0o020620, 2 ** 26 + 2 ** 21 + 0o620],
  ['a program that runs as its owner', 0o104755, 2 ** 23 + 0o755],
  ['a program that runs as its group', 0o102755, 2 ** 22 + 0o755],
  ['a folder for everybody’s own files', 0o041777, 2 ** 31 + 2 ** 20 + 0o777],
])('%s has the number old clients know', (_, mode, wire) => {
  expect(wireMode(mode)).toBe(wire);
});
