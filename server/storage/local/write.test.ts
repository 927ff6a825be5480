import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { StorageDriver } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';
import { at, listed, readText } from '../driver.test-tools.ts';

const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), 'filebrowser-write-'));
const driver = openLocalDriver({ root });
const IS_ROOT = process.getuid?.() === 0;

afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

function permissionsOf(name: string): number {
  return statSync(join(root, name)).mode & 0o7777;
}

function save(name: string, text: string) {
  return driver.writeFile(ROOT, name, Buffer.from(text), { replace: true });
}

describe('modes', () => {
  test('new files and folders get the modes they are meant to have, whatever the umask', async () => {
    const before = process.umask(0o077);
    try {
      await save('new', 'x');
      await driver.makeFolder(ROOT, 'folder');
      const temporaryFile = await driver.createTemporaryFile(ROOT);
      await temporaryFile.publish('uploaded', { replace: false });
      expect(permissionsOf('new')).toBe(0o640);
      expect(permissionsOf('uploaded')).toBe(0o640);
      expect(permissionsOf('folder')).toBe(0o750);
    } finally {
      process.umask(before);
    }
  });

  test('a folder made in one with the set-group-id bit keeps it', async () => {
    mkdirSync(join(root, 'team'));
    chmodSync(join(root, 'team'), 0o2750);
    await driver.makeFolder(at('/team'), 'inner');
    expect(permissionsOf('team/inner')).toBe(0o2750);
  });

  test('a replaced file keeps its mode', async () => {
    writeFileSync(join(root, 'script'), 'old');
    chmodSync(join(root, 'script'), 0o755);
    await save('script', 'new');
    expect(permissionsOf('script')).toBe(0o755);

    const temporaryFile = await driver.createTemporaryFile(ROOT);
    await temporaryFile.publish('script', { replace: true });
    expect(permissionsOf('script')).toBe(0o755);
  });

  test('a replaced file keeps its owner where the process may give files away', async (context) => {
    if (!IS_ROOT) return context.skip('only root may give files away');
    writeFileSync(join(root, 'owned'), 'old');
    chownSync(join(root, 'owned'), 12_345, 12_346);
    await save('owned', 'new');
    expect(statSync(join(root, 'owned'))).toMatchObject({ uid: 12_345, gid: 12_346 });
  });
});

describe('a crash', () => {
  test('keeps a hidden temporary file, from which the upload continues', async () => {
    mkdirSync(join(root, 'crash'));
    writeFileSync(join(root, 'crash/a'), 'old');
    const before = await driver.createTemporaryFile(at('/crash'));
    await before.write([Buffer.from('hel')], 0);

    const afterwards = openLocalDriver({ root });
    expect((await listed(afterwards, at('/crash'))).map(({ name }) => name)).toEqual(['a']);
    expect(readdirSync(join(root, 'crash'))).toContain(before.ref.partName);
    expect(await readText(afterwards, at('/crash/a'))).toBe('old');

    const temporaryFile = await afterwards.openTemporaryFile(before.ref);
    await temporaryFile?.write([Buffer.from('lo')], 3);
    await temporaryFile?.publish('a', { replace: true });
    expect(await readText(afterwards, at('/crash/a'))).toBe('hello');
    await before.close();
    await afterwards.close();
  });

  test.each([true, false])(
    'between the name and the clean-up is finished by publishing again (replace: %s)',
    async (replace) => {
      const name = `finished-${replace}`;
      const temporaryFile = await driver.createTemporaryFile(ROOT);
      await temporaryFile.write([Buffer.from('hello')], 0);
      linkSync(join(root, temporaryFile.ref.partName), join(root, name));

      await temporaryFile.publish(name, { replace });
      expect(await readText(driver, at(`/${name}`))).toBe('hello');
      expect(readdirSync(root)).not.toContain(temporaryFile.ref.partName);
    },
  );

  test('reports a temporary file that another program has removed', async () => {
    const temporaryFile = await driver.createTemporaryFile(ROOT);
    rmSync(join(root, temporaryFile.ref.partName));
    const publishing = temporaryFile.publish('gone', { replace: false });
    await expect(publishing).rejects.toMatchObject({ code: 'not-found' });
    await temporaryFile.discard();
    expect(readdirSync(root)).not.toContain('gone');
  });
});

test('large writes in many pieces arrive byte for byte', async () => {
  const temporaryFile = await driver.createTemporaryFile(ROOT);
  const chunks = Array.from({ length: 3_000 }, (_, index) => Buffer.alloc(1_000, index % 251));
  await temporaryFile.write(chunks, 0);
  expect(await temporaryFile.publish('large', { replace: false })).toMatchObject({
    size: 3_000_000,
  });
  expect(readFileSync(join(root, 'large')).equals(Buffer.concat(chunks))).toBe(true);
});

test('never opens a FIFO, so that no process at its other end continues', async () => {
  execFileSync('mkfifo', [join(root, 'fifo')]);
  const writer = spawn('sh', ['-c', 'echo from the fifo > fifo'], { cwd: root });
  const ended = new Promise((done) => {
    writer.on('exit', () => done('ended'));
  });
  const reading = driver.readFile(at('/fifo'), { wholeUpTo: 100 });
  await expect(reading).rejects.toMatchObject({ code: 'invalid-request' });
  const found = await driver.resolve(at('/fifo'), ROOT);
  expect(found).toMatchObject({ kind: 'found', stat: { kind: 'other' } });

  const pause = new Promise((done) => setTimeout(done, 200, 'still waiting'));
  expect(await Promise.race([ended, pause])).toBe('still waiting');
  writer.kill();
  await ended;
});

test('does not reveal paths of this machine in errors', async () => {
  const folder = 'y'.repeat(200);
  mkdirSync(join(root, folder));
  const failures = await Promise.allSettled([
    driver.readFile(at('/nothing'), { wholeUpTo: 1 }),
    driver.readFile(at(`/${folder}`), { wholeUpTo: 1 }),
    driver.makeFolder(ROOT, folder),
    driver.usage(at('/nothing')),
    driver.openFolder?.(at('/large')) ?? Promise.reject(new Error('no folders')),
  ]);
  for (const failure of failures) {
    if (failure.status !== 'rejected') throw new Error('it should have failed');
    expect(String(failure.reason)).not.toMatch(/\/proc|\/tmp|filebrowser-write|ENO/u);
  }
});

/** Mounts a small file system, if the machine allows that. */
describe('on a small file system', () => {
  const mountPoint = join(root, 'small');
  let whyNot: string | undefined;
  let small: StorageDriver;

  beforeAll(async () => {
    mkdirSync(mountPoint);
    whyNot = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mountPoint]).then(
      () => undefined,
      () => 'this machine does not let the test mount a file system',
    );
    small = openLocalDriver({ root: mountPoint });
  });

  afterAll(async () => {
    await small.close();
    if (whyNot === undefined) await run('umount', [mountPoint]);
  });

  const needsMount = (context: TestContext): void => {
    if (whyNot !== undefined) context.skip(whyNot);
  };
  const freeBytes = (): number => {
    const { bfree, bsize } = statfsSync(mountPoint);
    return bfree * bsize;
  };

  test('reports a full disk, keeps the old file, and frees the space', async (context) => {
    needsMount(context);
    await small.writeFile(ROOT, 'a', Buffer.from('old'), { replace: false });
    const free = freeBytes();
    const tooMuch = Buffer.alloc(2_000_000);

    const saving = small.writeFile(ROOT, 'a', tooMuch, { replace: true });
    await expect(saving).rejects.toMatchObject({ code: 'no-space' });
    const temporaryFile = await small.createTemporaryFile(ROOT);
    await expect(temporaryFile.write([tooMuch], 0)).rejects.toMatchObject({ code: 'no-space' });
    await temporaryFile.discard();

    expect(await readText(small, at('/a'))).toBe('old');
    expect(readdirSync(mountPoint)).toEqual(['a']);
    expect(freeBytes()).toBe(free);
  });

  test('used and total space are those of the file system that holds the folder', async (context) => {
    needsMount(context);
    const { used, total } = await driver.usage(at('/small'));
    expect(total).toBe(1_048_576);
    expect(used).toBe(total - freeBytes());
  });

  test('a read-only file system refuses every change and still reads', async (context) => {
    needsMount(context);
    await small.writeFile(ROOT, 'b', Buffer.from('old'), { replace: false });
    await run('mount', ['-o', 'remount,ro', mountPoint]);
    try {
      const refusal = { code: 'forbidden' };
      const saving = small.writeFile(ROOT, 'b', Buffer.from('new'), { replace: true });
      await expect(saving).rejects.toMatchObject(refusal);
      await expect(small.makeFolder(ROOT, 'c')).rejects.toMatchObject(refusal);
      await expect(small.createTemporaryFile(ROOT)).rejects.toMatchObject(refusal);
      await expect(small.remove(ROOT, 'b')).rejects.toMatchObject(refusal);
      expect(await readText(small, at('/b'))).toBe('old');
    } finally {
      await run('mount', ['-o', 'remount,rw', mountPoint]);
    }
  });
});

test('a folder that may not be written to refuses', async (context) => {
  if (IS_ROOT) return context.skip('root may write everywhere');
  mkdirSync(join(root, 'locked'));
  chmodSync(join(root, 'locked'), 0o555);
  const saving = driver.writeFile(at('/locked'), 'a', Buffer.from('x'), { replace: true });
  await expect(saving).rejects.toMatchObject({ code: 'forbidden' });
});
