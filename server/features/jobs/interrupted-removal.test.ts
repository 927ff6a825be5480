import { expect, test } from 'vitest';
import { insertJob } from '../../metadata/jobs.ts';
import { startTestApp } from '../../testing/app.ts';
import { aRemoval, interrupt } from '../../testing/interrupted-operations.ts';
import { until } from '../../testing/open-request.ts';
import { treePath } from '../../testing/stored-records.ts';
import { jobsOf, theJobOf } from './jobs.test-tools.ts';

const HIDDEN = '/.filebrowser-0123456789abcdef.part';

test('a deletion that a crash interrupts before the folder has vanished goes on after the restart', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a', '/z.txt': 'z' } });
  const { token } = await app.logIn({ username: 'anna' });
  const { id: userId } = await app.db.read
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const operationId = await interrupt(app.db, aRemoval(HIDDEN, { formerly: '/docs' }));
  await app.db.write((tx) =>
    insertJob(tx, {
      key: 'docs',
      kind: 'delete',
      userId,
      username: 'anna',
      from: treePath('/docs'),
      to: undefined,
      options: { permanent: true },
      state: 'running',
      items: 0,
      bytes: 0,
      totalItems: 2,
      totalBytes: 1,
      startedAt: Date.now(),
      endedAt: undefined,
      operationId,
      bootId: undefined,
      outcome: {},
      server: undefined,
      asked: undefined,
    }),
  );

  await using again = await app.restart();

  const anna = again.client(token);
  await until(async () => (await theJobOf(anna)).state === 'done');
  expect(await jobsOf(anna)).toMatchObject([{ kind: 'delete', errorCount: 0 }]);
  expect(await again.filesOnDisk()).toEqual({ '/z.txt': 'z' });
});
