import { expect, inject, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { listSharedWithin } from '../../metadata/shared-items.ts';
import { listOperations } from '../../metadata/operation-journal.ts';
import { startTestApp } from '../../testing/app.ts';
import { emptyPostgres } from '../../testing/engines.ts';
import { startPostgresProxy } from '../../testing/postgres-proxy.ts';

const isMissing = 'missing' in inject('postgres');

/** Starts an app whose connections to the database can be cut. */
async function startBehindProxy() {
  const database = await emptyPostgres();
  if (database.kind !== 'postgres') throw new Error('not a database server');
  const proxy = await startPostgresProxy(database.url);
  const app = await startTestApp({
    files: { '/a.txt': 'one', '/docs/b.txt': 'two' },
    config: { database: { kind: 'postgres', url: proxy.url } },
  });
  return { app, proxy };
}

test.skipIf(isMissing)(
  'a move that is complete on disk when the database fails is kept, and its share follows later',
  async () => {
    const started = await startBehindProxy();
    await using proxy = started.proxy;
    await using app = started.app;
    const anna = await app.logIn({ scope: '/' });
    const shared = await anna.post('/api/share/docs/b.txt', { body: '{}' });
    const { hash } = shared.json<{ hash: string }>();

    proxy.cutAt('update "operation" set "state"', 'before', { refuse: true });
    const moved = await anna.patch('/api/resources/docs?action=rename&destination=/moved');
    expect(moved.status).toBe(200);
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'one', '/moved/b.txt': 'two' });
    expect((await anna.get('/api/resources/')).status).toBe(503);
    expect((await app.visitor.get(`/api/public/dl/${hash}`)).status).toBe(503);

    proxy.goOn();
    await expect
      .poll(async () => (await app.visitor.get(`/api/public/dl/${hash}`)).status, {
        timeout: 20_000,
      })
      .toBe(200);
    expect((await app.visitor.get(`/api/public/dl/${hash}`)).text).toBe('two');
    expect(await listOperations(app.db.read)).toEqual([]);
    expect(await listSharedWithin(app.db.read, ROOT)).toMatchObject([
      { hash, path: '/moved/b.txt' },
    ]);
    // The next operation finds nothing that is left over.
    const back = await anna.patch('/api/resources/moved?action=rename&destination=/docs');
    expect(back.status).toBe(200);
    expect((await app.visitor.get(`/api/public/dl/${hash}`)).text).toBe('two');
  },
);

test.skipIf(isMissing)(
  'an operation that cannot be noted before it begins is refused and changes nothing',
  async () => {
    const started = await startBehindProxy();
    await using proxy = started.proxy;
    await using app = started.app;
    const anna = await app.logIn({ scope: '/' });
    proxy.cutAt('insert into "operation"', 'before', { refuse: true });
    const refused = await anna.patch('/api/resources/docs?action=rename&destination=/moved');
    expect([refused.status, refused.text]).toEqual([503, '503 Service Unavailable\n']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    proxy.goOn();
    await expect
      .poll(async () => (await anna.get('/api/resources/')).status, { timeout: 20_000 })
      .toBe(200);

    proxy.cutAt('insert into "operation"', 'before', { refuse: true });
    expect((await anna.delete('/api/resources/docs')).status).toBe(503);
    proxy.goOn();
    await expect
      .poll(async () => (await anna.get('/api/resources/')).status, { timeout: 20_000 })
      .toBe(200);
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'one', '/docs/b.txt': 'two' });
    expect(await listOperations(app.db.read)).toEqual([]);
    expect((await anna.delete('/api/resources/docs')).status).toBe(204);
  },
);
