import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examineDecoding, startDecoder, type DecoderStart } from './start-decoder.ts';

const isConfinable = (await examineDecoding()) === 'confined';

/** Starts a decoder, and ends it after the test. */
function start(options: Partial<DecoderStart>) {
  return startDecoder({
    threads: 1,
    mustBeConfined: false,
    ...options,
    onSpawn: (child) => onTestFinished(() => void child.kill('SIGKILL')),
  });
}

test.skipIf(!isConfinable)(
  'inside bubblewrap, a decoder sees neither files of the server nor processes nor a network',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filebrowser-decoder-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const secret = join(folder, 'secret');
    await writeFile(secret, 'a secret');
    const { child, isConfined } = await start({});
    expect(isConfined).toBe(true);
    const decoder = lastDescendant(child.pid ?? 0);
    expect(readFileSync(`/proc/${decoder}/cmdline`, 'utf8')).toContain('picture-worker');
    // `root` is the root folder that the process sees.
    const seen = (path: string) => stat(`/proc/${decoder}/root${path}`);
    await expect(seen(process.execPath)).resolves.toBeDefined();
    for (const path of [secret, '/etc/passwd', `/proc/${process.pid}`]) {
      await expect(seen(path)).rejects.toMatchObject({ code: 'ENOENT' });
    }
    for (const home of ['/root', '/home']) {
      const names = await readdir(`/proc/${decoder}/root${home}`).catch(() => []);
      // The decoder's own modules are there if the project is.
      const others = names.filter((name) => !import.meta.dirname.startsWith(`${home}/${name}/`));
      expect(others).toEqual([]);
    }
    for (const namespace of ['net', 'pid', 'mnt', 'user', 'ipc']) {
      const own = await readlink(`/proc/self/ns/${namespace}`);
      expect(await readlink(`/proc/${decoder}/ns/${namespace}`)).not.toBe(own);
    }
    expect(devicesOf(decoder)).toEqual(['lo']);
  },
);

test('without a sandbox that works, a decoder has the access of the server', async () => {
  for (const sandbox of [undefined, ['/bin/false'], ['/nowhere/bwrap', '--']]) {
    const { child, isConfined } = await start({ findSandbox: () => Promise.resolve(sandbox) });
    expect(isConfined).toBe(false);
    expect(child.spawnargs.join(' ')).toContain('picture-worker');
    expect(await examineDecoding({ findSandbox: () => Promise.resolve(sandbox) })).toBe(
      'unconfined',
    );
  }
});

test('a decoder that must be confined is not started otherwise', async () => {
  const findSandbox = () => Promise.resolve(['/bin/false']);
  await expect(start({ mustBeConfined: true, findSandbox })).rejects.toThrow(/bubblewrap/);
});

/** Bubblewrap has a child that is the first process inside, whose child is the program. */
function lastDescendant(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? pid : lastDescendant(Number(children.split(' ')[0]));
}

function devicesOf(pid: number): string[] {
  const lines = readFileSync(`/proc/${pid}/net/dev`, 'utf8').trim().split('\n').slice(2);
  return lines.map((line) => line.split(':')[0]?.trim() ?? '');
}
