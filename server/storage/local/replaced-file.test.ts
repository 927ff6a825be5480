import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync as write,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { scriptArguments, modulePath } from '../../testing/child-script.ts';
import { writeFileSync } from './temporary-file-sync.ts';

const SOMEBODY = 12_345;
const NOBODY = 65_534;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function replace(folder: string, name: string, contents: string): void {
  const fd = openSync(folder, 'r');
  try {
    writeFileSync(fd, name, Buffer.from(contents), { mode: 0o640, replace: true });
  } finally {
    closeSync(fd);
  }
}

/** Does the same in a process that is not root, with the given group only. Returns the error. */
function replaceAsNobody(folder: string, name: string, group = NOBODY): string {
  const script = `
    import { openSync } from 'node:fs';
    import { writeFileSync } from ${JSON.stringify(modulePath('storage/local/temporary-file-sync.ts'))};
    process.setgroups([${group}]);
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
    const fd = openSync(${JSON.stringify(folder)}, 'r');
    try {
      writeFileSync(fd, ${JSON.stringify(name)}, Buffer.from('new'), { mode: 0o640, replace: true });
    } catch (error) {
      console.log(error.code);
    }`;
  const { stdout, stderr, status } = spawnSync(process.execPath, scriptArguments(script), {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function needsRoot(context: TestContext): void {
  if (process.getuid?.() !== 0) context.skip('only root gives files away');
}

test('the new file has the mode of the old one, but never runs as its owner', () => {
  const folder = aFolder();
  const file = join(folder, 'tool');
  for (const [before, after] of [
    [0o755, 0o755],
    [0o600, 0o600],
    [0o666, 0o666],
    [0o4755, 0o755],
    [0o2755, 0o755],
  ] as const) {
    write(file, 'old');
    chmodSync(file, before);

    replace(folder, 'tool', 'new');

    expect((statSync(file).mode & 0o7777).toString(8)).toBe(after.toString(8));
  }
});

test('the new file has the owner of the old one if the process may set it', (context) => {
  needsRoot(context);
  const folder = aFolder();
  const file = join(folder, 'a.txt');
  write(file, 'old');
  chownSync(file, SOMEBODY, SOMEBODY);
  chmodSync(file, 0o640);

  replace(folder, 'a.txt', 'new');

  const { uid, gid, mode } = statSync(file);
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: SOMEBODY, gid: SOMEBODY, mode: 0o640 });
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('otherwise the new file has the group of the old one', (context) => {
  needsRoot(context);
  const folder = aFolder();
  const file = join(folder, 'shared.txt');
  chmodSync(folder, 0o777);
  write(file, 'old');
  chownSync(file, 0, SOMEBODY);
  chmodSync(file, 0o664);

  expect(replaceAsNobody(folder, 'shared.txt', SOMEBODY)).toBe('');

  const { uid, gid, mode } = statSync(file);
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: NOBODY, gid: SOMEBODY, mode: 0o664 });
});

test('a file that the server may not write is not replaced, though its folder would allow it', (context) => {
  needsRoot(context);
  const folder = aFolder();
  chmodSync(folder, 0o777);
  for (const [name, owner, mode] of [
    ['read-only.txt', NOBODY, 0o444],
    ['of-root.txt', 0, 0o644],
  ] as const) {
    write(join(folder, name), 'old');
    chownSync(join(folder, name), owner, owner);
    chmodSync(join(folder, name), mode);

    expect(replaceAsNobody(folder, name)).toBe('EACCES');

    expect(readFileSync(join(folder, name), 'utf8')).toBe('old');
  }
  expect(readdirSync(folder)).toEqual(['of-root.txt', 'read-only.txt']);
});

test('another name of the same file keeps the old bytes: only the saved name has the new ones', () => {
  const folder = aFolder();
  write(join(folder, 'a.txt'), 'old');
  linkSync(join(folder, 'a.txt'), join(folder, 'b.txt'));

  replace(folder, 'a.txt', 'new');

  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('old');
});
