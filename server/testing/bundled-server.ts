import { type ChildProcess, spawn } from 'node:child_process';
import { type Job, jobsUrl } from '#contract/jobs.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { bundledProgram } from './bundled.ts';

/** Starts the bundled server on `files` in a folder, as another user of the system if `uid` is given, and with `more` flags. */
export async function startServer(
  folder: string,
  { uid, more = [] }: { readonly uid?: number; readonly more?: readonly string[] } = {},
) {
  const own = ['--port=0', '--noauth', `--root=${folder}/files`, `--database=${folder}/fb.db`];
  const flags = [...own, ...more];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const owner = uid === undefined ? {} : { uid, gid: uid };
  const server = spawn(process.execPath, [bundledProgram('main'), ...flags], { env, ...owner });
  onTestFinished(() => void server.kill('SIGKILL'));
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data) => (output += String(data)));
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 30_000 });
  const url = /listening on ([^\s"]+?)\/?["\s]/.exec(output)?.[1] ?? '';
  const token = await (await fetch(`${url}/api/login`, { method: 'POST' })).text();
  const request = (method: string, path: string, headers = {}) =>
    fetch(url + path, { method, headers: { 'x-auth': token, ...headers } });
  return {
    server,
    request,
    jobs: async () => (await (await request('GET', jobsUrl())).json()) as Job[],
  };
}

export async function killed(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}
