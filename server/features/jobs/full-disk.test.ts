import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, jobActionUrl, jobsUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';

const MEBIBYTE = 1_048_576;
const FILES = 12;

async function theJob(client: Client): Promise<Job> {
  const [job] = (await client.get(jobsUrl())).json<Job[]>();
  if (job === undefined) throw new Error('there is no job');
  return job;
}

test.for(['copy', 'rename'] as const)(
  'a %s that fills the disk fails with the reason, shows nothing half done, and goes on when there is space',
  async (action, context) => {
    await using app = await startTestApp({
      files: { '/much/': '' },
      durations: { longOperationMs: 1 },
      config: { storage: 'folder' },
    });
    const bytes = (n: number) => Buffer.alloc(2 * MEBIBYTE, n);
    for (let n = 0; n < FILES; n += 1) await writeFile(join(app.root, `much/${n}`), bytes(n));
    await using disk = await mountSmallDisk(app.root, { bytes: 16 * MEBIBYTE, context });
    const anna = await app.logIn();
    const query = { action, destination: '/disk/copy', override: false, rename: false };
    const headers = { [OPERATION_HEADER]: 'much' };
    const reply = await anna.patch(transferUrl('/much', query), { headers });
    expect(reply.status).toBe(507);
    await until(async () => (await theJob(anna)).endedAt !== undefined);
    const job = await theJob(anna);
    expect(job).toMatchObject({ state: 'failed', failure: { status: 507 } });
    expect(await readdir(join(app.root, 'disk'))).toEqual([]);
    expect(await readdir(join(app.root, 'much'))).toHaveLength(FILES);

    await disk.resize(64 * MEBIBYTE);
    expect((await anna.post(jobActionUrl(job.id, 'retry'))).status).toBe(200);
    await until(async () => (await theJob(anna)).state === 'done');
    for (let n = 0; n < FILES; n += 1) {
      const copied = await readFile(join(app.root, `disk/copy/${n}`));
      expect(copied.equals(bytes(n))).toBe(true);
    }
    const left = await readdir(app.root);
    expect(left.includes('much')).toBe(action === 'copy');
  },
);
