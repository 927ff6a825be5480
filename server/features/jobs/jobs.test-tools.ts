import { lstat, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, jobsUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import { transferUrl } from '#contract/transfers.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';

/** Length of a sparse file, which takes no space. No test waits for the end of its copy. */
export const ENDLESS = 2_000_000_000_000;
/** Sparse files, pipes and what a restart finds on the disk need a folder. */
export const ON_DISK = { storage: 'folder' } as const;
/** Every operation of these tests becomes a job. */
export const durations = { longOperationMs: 1 };

export async function jobsOf(client: Client): Promise<Job[]> {
  return (await client.get(jobsUrl())).json<Job[]>();
}

export async function theJobOf(client: Client): Promise<Job> {
  const [job] = await jobsOf(client);
  if (job === undefined) throw new Error('there is no job');
  return job;
}

/** Files with contents of their own, so that a copy takes some time. */
export const COUNT = 1_500;
export const ALL_FILES = COUNT + 11;

export async function anAppWithFiles(): Promise<TestApp> {
  const app = await startTestApp({ files: { '/docs/a.txt': 'a' }, durations, config: ON_DISK });
  for (let folder = 0; folder < 10; folder += 1) {
    const path = join(app.root, 'docs', `${folder}`);
    await mkdir(path);
    const names = Array.from({ length: COUNT / 10 }, (_, n) => `${n}.txt`);
    await Promise.all(names.map((name) => writeFile(join(path, name), `${folder} ${name}`)));
    await writeFile(join(path, 'large'), '');
  }
  await setLengthOfLarge(app, 1_000_000_000);
  return app;
}

/** Sets the length of ten sparse files, which take no space, and time to be copied. */
export async function setLengthOfLarge(app: TestApp, bytes: number): Promise<void> {
  for (let folder = 0; folder < 10; folder += 1)
    await truncate(join(app.root, 'docs', `${folder}`, 'large'), bytes);
}

/** Returns the number of complete small files in all copies in progress. */
export async function countCopied(app: TestApp): Promise<number> {
  const names = await readdir(app.root, { recursive: true });
  return names.filter((name) => name.includes('.part/') && name.endsWith('.txt')).length;
}

export function copyDocs(client: Client): Promise<Reply> {
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  return client.patch(transferUrl('/docs', query), { headers: { [OPERATION_HEADER]: 'docs' } });
}

/** Returns the inode numbers of the files in the temporary folder of a copy, by their paths in it. */
export async function inodesOf(folder: string): Promise<Map<string, number>> {
  const inodes = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    inodes.set(path.slice(folder.length), (await lstat(path)).ino);
  }
  return inodes;
}
