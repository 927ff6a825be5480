import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrashedItem } from '#contract/trash.ts';
import { describe, expect, test } from 'vitest';
import {
  type HangingMount,
  mountHanging,
  whyNoHangingMount,
} from '../../../scripts/hanging-mount.mjs';
import { startTestApp, TRASH, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';

const whyNot = whyNoHangingMount();
if (whyNot !== undefined) console.log(`skipped: tests of trash on a disk that fails: ${whyNot}`);

const MEBIBYTE = 1_048_576;

interface Served extends AsyncDisposable {
  readonly app: TestApp;
  readonly mount: HangingMount;
}

/** Starts a server with a file system at /failing, which answers requests with EIO on demand. */
async function startWithFailingDisk(): Promise<Served> {
  const first = await startTestApp({ config: { storage: 'folder', trash: TRASH } });
  const mount = await mountHanging(join(first.root, 'failing'));
  const app = await first.restart();
  return {
    app,
    mount,
    async [Symbol.asyncDispose]() {
      mount.unmount();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function trashFile({ root }: TestApp, client: Client, path: string, bytes = 1) {
  await writeFile(join(root, path), Buffer.alloc(bytes, 1));
  expect((await client.delete(`/api/resources${path}`)).status).toBe(204);
}

async function pathsInTrash(client: Client): Promise<string[]> {
  const items = (await client.get('/api/trash')).json<TrashedItem[]>();
  return items.map(({ path }) => path).toSorted();
}

describe.skipIf(whyNot !== undefined)('the trash of other disks, while one fails,', () => {
  test('loses what has expired', async () => {
    await using served = await startWithFailingDisk();
    const { app, mount } = served;
    const anna = await app.logIn();
    await trashFile(app, anna, '/failing/old');
    await trashFile(app, anna, '/old');
    await app.db.write((tx) => tx.updateTable('trash').set({ deletedAt: 0 }).execute());

    await mount.fail();
    await using again = await app.restart();
    // Before the folder of the server is removed.
    await using _ = served;
    await expect.poll(() => again.namesInTrash()).toEqual([]);
    await expect
      .poll(() => again.db.read.selectFrom('trash').select('source').execute())
      .toEqual([{ source: '/failing/old' }]);
  });

  test('makes room for an upload', async (context) => {
    await using served = await startWithFailingDisk();
    const { app, mount } = served;
    await using _ = await mountSmallDisk(app.root, { bytes: 16 * MEBIBYTE, context });
    const anna = await app.logIn();
    await trashFile(app, anna, '/failing/old');
    await trashFile(app, anna, '/disk/large', 10 * MEBIBYTE);

    await mount.fail();
    const headers = { 'upload-length': `${8 * MEBIBYTE}` };
    expect((await anna.post('/api/tus/disk/film', { headers })).status).toBe(201);
    await mount.release();
    expect(await pathsInTrash(anna)).toEqual(['/failing/old']);
  });
});
