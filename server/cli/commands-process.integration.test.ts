import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bundledProgram } from '../testing/bundled.ts';

// Each test starts processes.
vi.setConfig({ testTimeout: 60_000 });

const PROGRAM = bundledProgram('main');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-commands-'));
});
afterEach(() => rm(folder, { recursive: true }));

function options() {
  return { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } };
}

function run(words: readonly string[], input = '') {
  const ended = spawnSync(process.execPath, [PROGRAM, ...words], { ...options(), input });
  const { status, stdout, stderr } = ended;
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

test('results go to one stream and words beside them to the other', () => {
  const made = run(['config', 'init', '--signup']);
  expect(made).toEqual({ status: 0, stdout: '', stderr: expect.stringMatching(/^created \S+\n$/) });
  const shown = run(['config', 'cat', '--json']);
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(shown.stdout).settings.signup).toBe(true);
});

test('ends with exit code 1 and one line with the reason on failure', async () => {
  const failed = run(['config', 'set', '--port', 'x']);
  const message = 'flag --port has to be a number from 0 to 65535, not "x"';
  expect(failed).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^filebrowser: .*\n$/),
  });
  run(['config', 'init']);
  expect(run(['config', 'set', '--port', 'x']).stderr).toBe(`filebrowser: ${message}\n`);
  expect((await stat(join(folder, 'filebrowser.db'))).mode & 0o777).toBe(0o640);
});

test('a password comes from the standard input, so that no list of processes shows it', () => {
  expect(run(['hash'], 'a long test password\n')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\$2[ab]\$10\$\S{53}\n$/),
    stderr: '',
  });
});

test('a reader that has seen enough ends the command in silence', async () => {
  const child = spawn(process.execPath, [PROGRAM, '--help'], options());
  let messages = '';
  child.stderr.on('data', (data) => (messages += String(data)));
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(messages).toBe('');
});
