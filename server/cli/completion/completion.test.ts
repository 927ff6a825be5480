import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, GROUPS } from '../commands.ts';
import { buildProgram } from '../program.ts';
import { completionTree } from './completion-tree.ts';
import { SHELLS } from '../completion-command.ts';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filebrowser-completion-'));
  writeFileSync(join(folder, 'my settings.json'), '');
  mkdirSync(join(folder, 'shared'));
  const program = buildProgram({ commands: COMMANDS, groups: GROUPS }, () => undefined);
  await program.loadAll();
  const tree = completionTree(program.root);
  for (const [shell, script] of Object.entries(SHELLS)) {
    writeFileSync(join(folder, `script.${shell}`), script(tree));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

/** Returns the suggestions of a shell for words, the last of which is incomplete. */
const OFFERED: Readonly<Record<string, (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const line = `source script.bash; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1};
      _filebrowser; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf(execFileSync('bash', ['--norc', '-c', line], { cwd: folder }));
  },
  fish: (words) => {
    const line = `source script.fish; complete -C '${words.join(' ')}'`;
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder };
    const printed = execFileSync('fish', ['--no-config', '-c', line], { cwd: folder, env });
    return linesOf(printed).map((each) => each.split('\t')[0] ?? '');
  },
};

function linesOf(printed: Buffer): string[] {
  return printed
    .toString()
    .split('\n')
    .map((line) => line.replaceAll('\\ ', ' '))
    .filter((line) => line !== '');
}

describe.each(Object.keys(OFFERED))('%s', (shell) => {
  const offered = (...words: string[]) => OFFERED[shell]?.(['filebrowser', ...words]) ?? [];

  test.skipIf(!isInstalled(shell)).each<[string[], string[]]>([
    [['con'], ['config']],
    [
      ['users', 'r'],
      ['rm', 'reset-password'],
    ],
    [
      ['-d', 'x.db', 'rules', ''],
      ['add', 'ls', 'rm'],
    ],
    [['--database', 'x.db', 'config', 'ca'], ['cat']],
    [['--disableT'], ['--disableThumbnails', '--disableTypeDetectionByHeader']],
    [['users', 'ls', '--js'], ['--json']],
    [
      ['config', 'set', '--perm.d'],
      ['--perm.delete', '--perm.download'],
    ],
    [['completion', 'b'], ['bash']],
    [['config', 'import', 'my'], ['my settings.json']],
    [['config', 'cat', '--database', 'my'], ['my settings.json']],
    [['--root', 'sh'], ['shared']],
    [['hash', '--po'], []],
  ])('%j is completed', (words, expected) => {
    const found = offered(...words).map((each) => each.replace(/\/$/, ''));
    expect(found.filter((each) => !/^--?h(elp)?$/.test(each)).toSorted()).toEqual(
      expected.toSorted(),
    );
  });
});

test.skipIf(!isInstalled('zsh'))('zsh can read its script', () => {
  expect(spawnSync('zsh', ['-n', join(folder, 'script.zsh')]).stderr.toString()).toBe('');
});
