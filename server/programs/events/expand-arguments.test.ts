import fc from 'fast-check';
import { COMMAND_VARIABLES } from '#contract/commands.ts';
import { expect, test } from 'vitest';
import { CODE_TAKERS } from './code-takers.ts';
import { expandArguments, type CommandVariables } from './expand-arguments.ts';

const VARIABLES: CommandVariables = {
  FILE: '/srv/bob/a b;c.txt',
  SCOPE: '/bob',
  TRIGGER: 'after_save',
  USERNAME: 'bob',
  DESTINATION: '/srv/bob',
};

function expanded(...words: string[]): readonly string[] {
  return expandArguments(words, VARIABLES);
}

/** Expects that the words are not changed. */
function expectLiteral(...words: string[]): void {
  expect(expanded(...words)).toEqual(words);
}

test('replaces variables in every argument, in both spellings', () => {
  expect(
    expanded('log', '$FILE', '${FILE}.old', '--user=$USERNAME', '$TRIGGER:$SCOPE', '$DESTINATION'),
  ).toEqual([
    'log',
    '/srv/bob/a b;c.txt',
    '/srv/bob/a b;c.txt.old',
    '--user=bob',
    'after_save:/bob',
    '/srv/bob',
  ]);
  expect(expanded('curl', '-d', 'file=$FILE&by=$USERNAME')).toEqual([
    'curl',
    '-d',
    'file=/srv/bob/a b;c.txt&by=bob',
  ]);
  expect(expanded('notify', 'Saved: $FILE by ${USERNAME}!')).toEqual([
    'notify',
    'Saved: /srv/bob/a b;c.txt by bob!',
  ]);
});

test('keeps other variables and the program itself', () => {
  expectLiteral('$FILE');
  expectLiteral('echo', '$FILES', '$HOME', '${FILE', '$file', '${FILE:-x}', '$', '$$');
});

test('replaces arguments of scripts, whichever program runs them', () => {
  for (const program of ['sh', '/bin/bash', 'python3', 'perl', 'node', '/usr/bin/php8.3', 'ruby']) {
    expect(expanded(program, '/x/script', '$FILE', '--to=$DESTINATION')).toEqual([
      program,
      '/x/script',
      VARIABLES.FILE,
      '--to=/srv/bob',
    ]);
  }
  expect(expanded('sh', '-c', 'cat "$1"', 'sh', '$FILE')[4]).toBe(VARIABLES.FILE);
  expect(expanded('awk', '-f', '/x/a.awk', '$FILE')[3]).toBe(VARIABLES.FILE);
  expect(expanded('sed', '-i', 's/a/b/', '$FILE')[3]).toBe(VARIABLES.FILE);
  expect(expanded('rsync', '-a', '-e', 'ssh', '$FILE', 'backup:/x')[4]).toBe(VARIABLES.FILE);
  expect(expanded('find', '$SCOPE', '-newer', '$FILE').slice(1)).toEqual([
    '/bob',
    '-newer',
    VARIABLES.FILE,
  ]);
});

test('never changes arguments that an interpreter reads as code', () => {
  for (const words of [
    ['sh', '-c', '$FILE'],
    ['sh', '-lc', '$FILE'],
    ['bash', '-cx', '$FILE'],
    ['bash', '-c', '-o', 'pipefail', '$FILE'],
    ['sh', '-c', '--', '$FILE'],
    ['bash', '-c$FILE'],
    ['fish', '--command=$FILE'],
    ['fish', '-C', '$FILE'],
    ['busybox', 'sh', '-c', 'cat $FILE'],
    ['sudo', '-u', 'x', '/bin/dash', '-c', 'cat $FILE'],
    ['timeout', '5', 'bash', '-c', 'cat "$FILE"'],
    ['xargs', 'sh', '-c', 'cat $FILE'],
    ['find', '/x', '-exec', 'sh', '-c', 'cp $FILE /y', ';'],
    ['su', 'bob', '-c', '$FILE'],
    ['env', '-S', 'cat $FILE'],
    ['python3.12', '-Ic', '$FILE'],
    ['perl', '-ne', '$FILE'],
    ['ruby', '-e', '$FILE'],
    ['node', '--eval', '$FILE'],
    ['node', '--eval=$FILE'],
    ['node', '-pe', '$FILE'],
    ['php', '-r', '$FILE'],
    ['lua', '-e', '$FILE'],
    ['awk', '$FILE'],
    ['awk', '-F', ':', '$FILE'],
    ['awk', '-v', 'x=1', '/$FILE/'],
    ['sed', '-n', 's,x,$FILE,'],
    ['sed', '-e', 's,x,$FILE,'],
    ['sed', '-es,x,$FILE,'],
    ['ssh', 'host', 'cat', '$FILE'],
    ['parallel', 'cat', '$FILE'],
    ['watch', 'cat', '$FILE'],
    ['make', 'FILE=$FILE'],
    ['sqlite3', '/x.db', '$FILE'],
    ['psql', '-c', '$FILE'],
    ['scp', '/x', 'host:$FILE'],
    ['posh', '-c', '$FILE'],
    ['ffmpeg', '-i', '/x', '-vf', 'subtitles=$FILE', '/y'],
    ['jq', '-n', '{file: "$FILE"}'],
    ['influx', '-execute', 'insert files name="$FILE"'],
    ['myshell', '-c', 'cat $FILE'],
    ['wrapper', '--command=cat $FILE'],
    ['wrapper', 'sh -c "cat $FILE"'],
    ['wrapper', '--shell=/bin/sh', 'cat $FILE'],
  ]) {
    expectLiteral(...words);
  }
});

test('keeps an argument that a user name would turn into something else', () => {
  for (const USERNAME of [
    '-rf',
    '--',
    '+x',
    '@/etc/passwd',
    '#0',
    '=',
    'LD_PRELOAD=x',
    '',
    ' a',
    '!',
  ]) {
    expect(expandArguments(['cmd', '$USERNAME'], { ...VARIABLES, USERNAME })).toEqual([
      'cmd',
      '$USERNAME',
    ]);
  }
  for (const USERNAME of ['bob', 'b-o.b', '7', 'Zoë', '李', 'a@b.example']) {
    expect(expandArguments(['cmd', '$USERNAME'], { ...VARIABLES, USERNAME })).toEqual([
      'cmd',
      USERNAME,
    ]);
  }
  expect(
    expandArguments(['perl', '-pi', '/x', '$FILE'], { ...VARIABLES, FILE: '/srv/x | ' })[3],
  ).toBe('$FILE');
});

test('keeps an argument that a name would turn into several values', () => {
  const attempts: readonly (readonly [file: string, ...line: string[]])[] = [
    ['/srv/x,/etc/passwd', 'curl', '-F', 'file=@$FILE', 'https://scan.example'],
    ['/srv/x;filename=y', '/usr/bin/curl', '-sF', 'file=@$FILE', 'https://scan.example'],
    ['/srv/x,/etc/passwd', 'timeout', '5', 'curl', '-Ffile=@$FILE', 'https://scan.example'],
    ['/srv/{x,../etc/passwd}', 'curl', '-T', '$FILE', 'https://store.example'],
    ['/srv/[1-9999999]', 'curl', 'https://hook.example/?file=$FILE'],
    ['/srv/x&by=root', 'curl', '-d', 'by=$USERNAME&file=$FILE', 'https://hook.example'],
    ['/srv/x,src=/etc', 'docker', 'run', '--mount', 'type=bind,src=$FILE,dst=/in', 'scanner'],
    ['/srv/x:/etc', 'docker', 'run', '-v', '$FILE:/in', 'scanner'],
  ];
  for (const [FILE, ...line] of attempts) {
    expect(expandArguments(line, { ...VARIABLES, FILE })).toEqual(line);
    const harmless = expandArguments(line, { ...VARIABLES, FILE: '/srv/it is.txt' });
    expect(harmless.join(' ')).toContain('/srv/it is.txt');
  }
  const variables = { ...VARIABLES, FILE: '/srv/10:30, [1].jpg' };
  for (const line of [
    ['logger', 'saved: $FILE, by $USERNAME'],
    ['curl', '-d', 'file=$FILE', 'https://hook.example'],
    ['scan', '$FILE', '--report=$FILE.log'],
    ['jq', '-n', '--arg', 'file', '$FILE', '{file: $file}'],
  ]) {
    expect(expandArguments(line, variables).join(' ')).toContain(variables.FILE);
  }
});

/** A value that a user may choose: any characters but NUL, many of them with a meaning to some program. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...[' ', '\n', '"', "'", '`', '$', '$(x)', ';', '&', '|', '%s', '-rf', '\\']),
      fc.constantFrom(...COMMAND_VARIABLES.flatMap((name) => [`$${name}`, `\${${name}}`])),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

const chosen: fc.Arbitrary<CommandVariables> = fc.record({
  FILE: hostile.map((name) => `/srv/${name}`),
  SCOPE: hostile.map((name) => `/${name}`),
  TRIGGER: fc.constant('before_upload'),
  USERNAME: hostile,
  DESTINATION: hostile.map((name) => `/srv/${name}`),
});

const word = fc.oneof(
  fc.constantFrom(...CODE_TAKERS.flatMap(({ names }) => names)),
  fc.constantFrom(...['-c', '-e', '-lc', '--eval', '-x', '--', '-o', 'x', '$FILE', 'a $USERNAME']),
  fc.constantFrom(
    ...['--x=$FILE', '$SCOPE/$USERNAME', '${DESTINATION}', 'echo "$FILE"', '-c$FILE'],
  ),
);

test('keeps the number of words, and changes each at most once, whatever the values', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), chosen, (words, variables) => {
      const once = (text: string) =>
        text
          .split(/(\$\{?(?:FILE|SCOPE|TRIGGER|USERNAME|DESTINATION)\}?)/)
          .map((part) => {
            const name = COMMAND_VARIABLES.find((each) =>
              [`$${each}`, `\${${each}}`].includes(part),
            );
            return name === undefined ? part : variables[name];
          })
          .join('');
      const result = expandArguments(words, variables);
      expect(result).toHaveLength(words.length);
      expect(result[0]).toBe(words[0]);
      for (const [index, each] of result.entries()) {
        expect([words[index], once(words[index] ?? '')]).toContain(each);
      }
    }),
  );
});

test('never puts values into code of a shell or at the beginning of an option', () => {
  const before = fc.array(word, { maxLength: 3 });
  const shells = fc.constantFrom('sh', '/bin/bash', 'dash', 'zsh', 'ksh');
  fc.assert(
    fc.property(before, shells, word, chosen, (words, shell, code, variables) => {
      const line = [...words, shell, '-c', code];
      expect(expandArguments(line, variables).at(-1)).toBe(code);
    }),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), chosen, (words, variables) => {
      const options = (list: readonly string[]) => list.map((each) => each.startsWith('-'));
      expect(options(expandArguments(words, variables))).toEqual(options(words));
    }),
  );
});
