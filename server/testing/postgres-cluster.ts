import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, initCluster, SUPERUSER, unprivileged } from '../../scripts/postgres.mjs';
import type { Certificate } from './certificates.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Reason for which tests that stop a database server are skipped, or undefined. */
export const missingPostgres =
  findBinaries() === undefined ? 'PostgreSQL is not installed' : undefined;

/** A PostgreSQL server for one test, which may stop, restart and freeze it. */
export interface PostgresCluster extends AsyncDisposable {
  readonly url: string;
  start(): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops all its processes with SIGSTOP, so that connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** With a certificate, the server accepts TLS, too. */
export async function startPostgresCluster(certificate?: Certificate): Promise<PostgresCluster> {
  const binaries = findBinaries();
  if (binaries === undefined) throw new Error(missingPostgres);
  const folder = mkdtempSync(join(tmpdir(), 'fb-pg-outage-'));
  const as = unprivileged();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const options = { ...as, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } };
  initCluster({ binaries, folder, options });
  const own = (name: string, text: string) => {
    const file = join(folder, name);
    // The server refuses a key that others may read.
    writeFileSync(file, text, { mode: 0o600 });
    if (as.uid !== undefined && as.gid !== undefined) chownSync(file, as.uid, as.gid);
    return file;
  };
  const tls = certificate && [
    ...['-c', 'ssl=on', '-c', `ssl_cert_file=${own('cert.pem', certificate.cert)}`],
    ...['-c', `ssl_key_file=${own('key.pem', certificate.key)}`],
  ];
  const port = await freePort();
  const settings = [
    ...['-p', String(port), '-k', folder],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'shared_buffers=16MB'],
    ...(tls ?? []),
  ].join(' ');
  const data = join(folder, 'data');
  const control = async (...words: string[]) => {
    const log = ['-l', join(folder, 'log'), '-o', settings];
    await run(join(binaries, 'pg_ctl'), [...words, '-D', data, '-w', ...log], options);
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(data)) process.kill(pid, name);
  };
  await control('start');

  return {
    url: `postgresql://${SUPERUSER}@127.0.0.1:${port}/postgres`,
    start: () => control('start'),
    stop: (mode) => control('stop', '-m', mode),
    restart: (mode) => control('restart', '-m', mode),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the ids of the postmaster and its children, in this order. */
function processesOf(data: string): number[] {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map(Number).filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...children];
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // The process has just ended.
  }
}
