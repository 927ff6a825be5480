import { lstat, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, jobActionUrl, jobUrl, keepPartUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import { RESULT_HEADER, transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import {
  ALL_FILES,
  anAppWithFiles,
  copyDocs,
  COUNT,
  countCopied,
  durations,
  ENDLESS,
  inodesOf,
  ON_DISK,
  setLengthOfLarge,
  theJobOf,
} from './jobs.test-tools.ts';

async function jobAt(client: Client, id: number): Promise<Job> {
  return (await client.get(jobUrl(id))).json<Job>();
}

/** Expects each file of the copy to be whole. Returns the number of its files. */
async function countWholeFiles(app: TestApp, copy: string): Promise<number> {
  const paths = [...(await inodesOf(join(app.root, copy))).keys()];
  for (const path of paths) {
    const [there, original] = [join(app.root, copy, path), join(app.root, 'docs', path)];
    const sizes = await Promise.all(
      [there, original].map(async (each) => (await lstat(each)).size),
    );
    expect(sizes[0]).toBe(sizes[1]);
    if (path.endsWith('.txt')) expect(await readFile(there)).toEqual(await readFile(original));
  }
  return paths.length;
}

test('a cancelled copy keeps what is copied when asked, and a retry completes it', async () => {
  await using app = await anAppWithFiles();
  await setLengthOfLarge(app, 200_000_000);
  const anna = await app.logIn();
  const copying = copyDocs(anna);
  await until(async () => (await countCopied(app)) > COUNT / 5);
  const { id } = await theJobOf(anna);

  expect((await anna.post(keepPartUrl(id))).status).toBe(200);
  const reply = await copying;
  expect(reply.text).toBe('400 Bad Request (cancelled)\n');
  expect(reply.headers[RESULT_HEADER.toLowerCase()]).toContain('/copy');
  await until(async () => (await jobAt(anna, id)).state === 'cancelled');
  expect((await readdir(app.root)).toSorted()).toEqual(['copy', 'docs']);
  const files = await countWholeFiles(app, 'copy');
  expect(files).toBeGreaterThan(COUNT / 5);
  expect(files).toBeLessThan(ALL_FILES);
  const folders = (await readdir(join(app.root, 'copy'), { withFileTypes: true })).filter((each) =>
    each.isDirectory(),
  );
  const kept = files + folders.length + 1;
  expect(await jobAt(anna, id)).toMatchObject({ kept, result: '/copy', errorCount: 0 });

  await setLengthOfLarge(app, 1_000);
  expect((await anna.post(jobActionUrl(id, 'retry'))).status).toBe(200);
  await until(async () => (await jobAt(anna, id)).state === 'done');
  expect((await jobAt(anna, id)).kept).toBeUndefined();
  expect(await countWholeFiles(app, 'copy')).toBe(ALL_FILES);
  expect((await readdir(app.root)).toSorted()).toEqual(['copy', 'docs']);
});

test('a paused copy of before a restart keeps its complete files when it is cancelled so', async () => {
  await using app = await anAppWithFiles();
  const anna = await app.logIn();
  const copying = copyDocs(anna).catch(() => undefined);
  await until(async () => (await countCopied(app)) > COUNT / 5);
  const { id } = await theJobOf(anna);
  await anna.post(jobActionUrl(id, 'pause'));
  await using again = await app.restart();
  await copying;
  await setLengthOfLarge(again, 1_000);
  const client = again.client(anna.token);

  expect((await client.post(keepPartUrl(id))).status).toBe(200);
  await until(async () => (await jobAt(client, id)).state === 'cancelled');
  const files = await countWholeFiles(again, 'copy');
  expect(files).toBeGreaterThan(COUNT / 5);
  expect(files).toBeLessThan(ALL_FILES);
  expect((await readdir(again.root)).toSorted()).toEqual(['copy', 'docs']);
  expect(await again.db.read.selectFrom('operation').selectAll().execute()).toEqual([]);
});

test('of a single file no part is kept, and other jobs cannot end with one', async () => {
  await using app = await startTestApp({
    files: { '/endless': '', '/docs/a.txt': 'a' },
    durations,
    config: ON_DISK,
  });
  await truncate(join(app.root, 'endless'), ENDLESS);
  const anna = await app.logIn();
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  const headers = { [OPERATION_HEADER]: 'file' };
  const copying = anna.patch(transferUrl('/endless', query), { headers });
  await until(async () => ((await theJobOf(anna).catch(() => undefined))?.bytes ?? 0) > 0);
  const { id } = await theJobOf(anna);
  expect((await anna.post(keepPartUrl(id))).status).toBe(200);
  expect((await copying).status).toBe(400);
  await until(async () => (await jobAt(anna, id)).state === 'cancelled');
  expect((await jobAt(anna, id)).result).toBeUndefined();
  expect((await readdir(app.root)).toSorted()).toEqual(['docs', 'endless']);

  expect((await anna.post(keepPartUrl(id))).status).toBe(423);
  await app.db.write((tx) => tx.updateTable('job').set({ kind: 'move' }).execute());
  expect((await anna.post(keepPartUrl(id))).status).toBe(400);
});
