import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

const run = promisify(execFile);

export interface SmallDisk extends AsyncDisposable {
  /** Changes the size of the disk, in bytes. */
  resize(bytes: number): Promise<void>;
}

/**
 * Mounts a small disk at `/disk` below `root`, until it is disposed of: a tmpfs, whose free space is exact. Skips the
 * test where the machine does not allow that.
 * @param options.bytes Size of the disk; 0 for one that does not know its size, as some network file systems.
 * @param options.inodes Number of files, folders and further names that the disk can hold, with its own top folder.
 */
export async function mountSmallDisk(
  root: string,
  {
    bytes,
    inodes,
    context,
  }: { readonly bytes: number; readonly inodes?: number; readonly context: TestContext },
): Promise<SmallDisk> {
  const disk = join(root, 'disk');
  await mkdir(disk);
  const options = `size=${bytes}${inodes === undefined ? '' : `,nr_inodes=${inodes}`}`;
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
  if (!isMounted) context.skip('this machine does not let the test mount a file system');
  return {
    async resize(to) {
      await run('mount', ['-o', `remount,size=${to}`, disk]);
    },
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', disk]).catch(() => undefined);
    },
  };
}
