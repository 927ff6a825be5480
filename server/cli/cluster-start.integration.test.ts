import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { START_CLASS } from '../metadata/postgres-owner.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { joinForTest } from '../testing/cluster-member.ts';
import { emptyPostgres, missingPostgres, temporaryFolder } from '../testing/engines.ts';
import { startPostgresProxy } from '../testing/postgres-proxy.ts';

const missing = missingPostgres();

/** Starts a server of a cluster around a tiny app, which needs no object storage. */
function start(database: string) {
  const folder = temporaryFolder();
  const storage = ['--storage=s3://files/prefix', '--storageEndpoint=http://127.0.0.1:9'];
  const words = ['--cluster', '--port=0', `--database=${database}`, ...storage];
  const child = spawn(process.execPath, [bundledProgram('serve-tiny-app'), ...words], {
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder },
      ...{ AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], output]) => ({
    code: code as number | null,
    output,
  }));
  return { child, ended };
}

describe.skipIf(missing !== undefined)(
  `the start of a server of a cluster${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('ends when the server is asked to stop while it waits for the start of another one', async () => {
      const config = await emptyPostgres();
      if (config.kind !== 'postgres') throw new Error('clusters need PostgreSQL');
      const other = await joinForTest(config);
      onTestFinished(() => other.leave());
      const waiting = start(config.url);
      const client = new Client({ connectionString: config.url });
      await client.connect();
      const leases = `select 1 from pg_stat_activity
        where datname = current_database() and application_name like 'filebrowser lease %'`;
      await vi.waitUntil(async () => (await client.query(leases)).rowCount === 2, {
        timeout: 20_000,
      });
      await client.end();
      waiting.child.kill('SIGTERM');
      expect((await waiting.ended).code).toBe(0);
    });

    test('shows the password of the first user also when the database fails after that', async () => {
      const config = await emptyPostgres();
      if (config.kind !== 'postgres') throw new Error('clusters need PostgreSQL');
      await using proxy = await startPostgresProxy(config.url);
      // The server lets the next one start.
      proxy.cutAt(`pg_advisory_unlock(${START_CLASS}`, 'before');
      const { code, output } = await start(proxy.url).ended;
      expect(proxy.cuts).toBe(1);
      expect(code).toBe(1);
      expect(output).toContain('tiny-password');
    });
  },
);
