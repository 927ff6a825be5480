import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Job, jobsUrl } from '#contract/jobs.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { bundledProgram } from './bundled.ts';

/**
 * Starts the bundled server on `files` in a folder, as another user of the system if `uid` is given, and with `more` flags. Its database is
 * in the folder unless `database` is given.
 */
export async function startServer(
  folder: string,
  {
    uid,
    more = [],
    killedAt,
    database = `${folder}/fb.db`,
  }: {
    readonly uid?: number;
    readonly more?: readonly string[];
    /** The database query before which the server is killed; see `kill-at-query.ts`. */
    readonly killedAt?: { readonly query: string; readonly nth: string } | undefined;
    readonly database?: string;
  } = {},
) {
  const own = ['--port=0', '--noauth', `--root=${folder}/files`, `--database=${database}`];
  const flags = [...own, ...more];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const owner = uid === undefined ? {} : { uid, gid: uid };
  const server = spawn(
    process.execPath,
    [...(killedAt === undefined ? [] : killingAt(killedAt)), bundledProgram('main'), ...flags],
    { env, ...owner },
  );
  onTestFinished(() => void server.kill('SIGKILL'));
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data) => (output += String(data)));
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 30_000 });
  const url = /listening on ([^\s"]+?)\/?["\s]/.exec(output)?.[1] ?? '';
  const token = await (await fetch(`${url}/api/login`, { method: 'POST' })).text();
  const request = (method: string, path: string, headers = {}, body?: string) =>
    fetch(url + path, { method, headers: { 'x-auth': token, ...headers }, body: body ?? null });
  return {
    server,
    request,
    jobs: async () => (await (await request('GET', jobsUrl())).json()) as Job[],
  };
}

function killingAt(query: Readonly<Record<string, string>>): string[] {
  const hooks = join(import.meta.dirname, '../../scripts/typescript-hooks.mjs');
  const script = pathToFileURL(join(import.meta.dirname, 'kill-at-query.ts'));
  return [`--import=${hooks}`, `--import=${script.href}?${new URLSearchParams(query).toString()}`];
}

export async function killed(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}
