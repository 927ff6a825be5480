import { expect, test } from 'vitest';
import { readableLine } from './readable-line.ts';

const line = (fields: object) =>
  readableLine(JSON.stringify({ time: '2024-05-06T07:08:09.123Z', level: 30, ...fields }));

test.each([
  [30, ''],
  [40, 'warning: '],
  [50, 'error: '],
  [60, 'fatal: '],
])('a line of level %i begins with the time of day and "%s"', (level, word) => {
  expect(line({ level, msg: 'upload published' })).toMatch(
    new RegExp(`^\\d{2}:08:09 {2}${word}upload published\\n$`),
  );
});

test('an error is shown with its stack, or its message where it has none', () => {
  const stack = 'Error: no space\n    at write';
  expect(line({ msg: 'failed', err: { message: 'no space', stack } })).toContain(
    `failed\n${stack}\n`,
  );
  expect(line({ msg: 'failed', err: { message: 'no space' } })).toContain('failed\nno space\n');
  expect(line({})).toMatch(/^\d{2}:08:09 {2}\n$/);
});

test('names of files cannot move the cursor, clear the screen or turn the text around', () => {
  const evil = 'a\u001b[2Jb\rc\td\u009be\u202ef\u2066g\u007fh\u0000';
  const shown = line({ msg: evil, err: { message: evil } });
  expect(shown).toContain('a\\u001b[2Jb\\u000dc\\u0009d\\u009be\\u202ef\\u2066g\\u007fh\\u0000');
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(shown.replaceAll('\n', '')).not.toMatch(
    /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
  );
});
