import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../testing/app.ts';
import { type Authority, createAuthority } from '../testing/certificates.ts';
import { createClient } from '../testing/client.ts';
import { freePort } from '../testing/free-port.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { missingPostgres, startPostgresCluster } from '../testing/postgres-cluster.ts';
import {
  flagsOf,
  RestartableServer,
  type SharedParts,
  sharedParts,
} from '../testing/restartable-server.ts';
import { startTlsProxy } from '../testing/tls-proxy.ts';

vi.setConfig({ testTimeout: 120_000 });

const missing = missingPostgres ?? missingObjectStore();
const HERE = 'IP:127.0.0.1';

/** Starts a server of a cluster whose database and object storage are reached by TLS. */
async function startServer(
  parts: SharedParts,
  environment: Readonly<Record<string, string>>,
): Promise<RestartableServer> {
  const server = new RestartableServer(
    await freePort(),
    ['--cluster', ...flagsOf(parts)],
    environment,
  );
  server.start();
  return server;
}

/** Resolves to what a server printed before it ended. */
async function refusalOf(parts: SharedParts): Promise<string> {
  const server = await startServer(parts, {});
  await server.ended();
  return server.output;
}

const trusting = (url: string, { file }: Authority) =>
  `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;

describe.skipIf(missing !== undefined)(
  `TLS to the database and the object storage${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('is used by every connection, with an authority of the operator', async () => {
      const authority = createAuthority();
      await using database = await startPostgresCluster(authority.issue(HERE));
      const shared = await sharedParts();
      const parts = {
        ...shared,
        database: trusting(database.url, authority),
        endpoint: await startTlsProxy(shared.endpoint, authority.issue(HERE)),
      };
      const server = await startServer(parts, { NODE_EXTRA_CA_CERTS: authority.file });
      await server.answers();

      const url = `http://127.0.0.1:${server.port}`;
      const body = JSON.stringify({ username: 'admin', password: PASSWORD });
      const login = await createClient(url, undefined).post('/api/login', { body });
      const admin = createClient(url, login.text);
      expect((await admin.post('/api/resources/a.txt', { body: 'by TLS' })).status).toBe(200);
      expect((await admin.get('/api/raw/a.txt')).text).toBe('by TLS');

      const observer = new Client({ connectionString: database.url });
      await observer.connect();
      const { rows } = await observer.query<{ ssl: boolean }>(
        `select s.ssl from pg_stat_activity a join pg_stat_ssl s using (pid)
         where a.client_addr is not null and a.pid <> pg_backend_pid()`,
      );
      await observer.end();
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every(({ ssl }) => ssl)).toBe(true);
      // The library warns of modes that it will check less one day.
      expect(server.output).not.toContain('SECURITY WARNING');
    });

    test('is refused if the certificate of the database cannot be checked', async () => {
      const authority = createAuthority();
      const other = createAuthority();
      await using database = await startPostgresCluster(authority.issue(HERE));
      await using misnamed = await startPostgresCluster(authority.issue('DNS:elsewhere.example'));
      await using plain = await startPostgresCluster();
      const shared = await sharedParts();

      const refused = (address: string) => refusalOf({ ...shared, database: address });
      expect(await refused(trusting(database.url, other))).toMatch(
        /^filebrowser: the database postgres:\S+ cannot be reached: its certificate is not trusted; name that of its authority with sslrootcert$/m,
      );
      expect(await refused(`${database.url}?sslmode=verify-full`)).toContain('is not trusted');
      expect(await refused(trusting(misnamed.url, authority))).toContain(
        'its certificate is for another name',
      );
      expect(await refused(trusting(plain.url, authority))).toContain('does not support SSL');
      expect(await refused(trusting(database.url, { ...other, file: '/missing/ca.pem' }))).toMatch(
        /^filebrowser: .*ENOENT.*ca\.pem/m,
      );
    });

    test('starts without the object storage if its certificate cannot be checked, and says why', async () => {
      const shared = await sharedParts();
      const endpoint = await startTlsProxy(shared.endpoint, createAuthority().issue(HERE));
      const server = await startServer({ ...shared, endpoint }, {});
      await server.answers();
      expect(server.output).toMatch(
        /"msg":"the bucket .* at https:\S+: the object storage does not answer: its certificate is not trusted \(see NODE_EXTRA_CA_CERTS\)"/,
      );
    });
  },
);
