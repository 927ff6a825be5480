import { describe, expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';
import { COMMANDS, GROUPS } from './commands.ts';

async function printed(...words: string[]): Promise<string> {
  const request = await parseCommandLine(words);
  return request.command === 'print' ? request.text : '';
}

function longest(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

test('the help of the program lists each command in a line', async () => {
  const lines = (await printed('--help')).split('\n');
  for (const { words, summary } of COMMANDS) {
    const [line = ''] = lines.filter((each) => each.startsWith(`  ${words.join(' ')} `));
    expect(line.endsWith(`  ${summary}`)).toBe(true);
  }
});

test.each(Object.keys(GROUPS))('"%s" alone prints the help of the group', async (group) => {
  const text = await printed(group);
  expect(text).toBe(await printed(group, '--help'));
  expect(text).toBe(await printed('help', group));
  const followers = COMMANDS.filter(({ words }) => words.length > 1 && words[0] === group);
  expect(followers).not.toHaveLength(0);
  expect(text.match(new RegExp(`^  ${group} `, 'gm'))).toHaveLength(followers.length);
  expect(longest(text)).toBeLessThanOrEqual(80);
});

describe.each(COMMANDS.map(({ words }) => words.join(' ')))('%s', (name) => {
  const words = name.split(' ');

  test('prints its help in 80 columns', async () => {
    const text = await printed(...words, '--help');
    expect(text.split('\n')[0]).toContain(`filebrowser ${name}`);
    expect(text).toContain('Examples:\n  ');
    expect(longest(text)).toBeLessThanOrEqual(80);
  });

  test('accepts its own examples', async () => {
    const examples = (await printed(...words, '--help')).split('Examples:\n')[1] ?? '';
    for (const line of examples.replaceAll('\\\n', '').trim().split('\n')) {
      const request = await parseCommandLine(typedIn(line));
      expect(request.command).toBe('run');
    }
  });
});

/** Runs with the words after the program's name, as a shell passes them. */
function typedIn(line: string): string[] {
  const call = /filebrowser (.*)$/.exec(line)?.[1] ?? '';
  const [words = ''] = call.split(/ [<>|] /);
  return [...words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
