import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseConfig } from '../config/config.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { describeOnEachEngine, temporaryFolder } from '../testing/engines.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Starts a server process on a database and a root. */
function start(database: DatabaseConfig, root: string) {
  const name = database.kind === 'sqlite' ? database.file : database.url;
  const words = ['--port=0', '--log=stderr', `--database=${name}`, `--root=${root}`];
  const child = spawn(process.execPath, [bundledProgram('serve-tiny-app'), ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { all: '' };
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.all += chunk));
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(
    ([[code]]) => code as number | null,
  );
  return { child, output, ended };
}

async function started(database: DatabaseConfig, root: string) {
  const server = start(database, root);
  await vi.waitFor(() => expect(server.output.all).toContain('listening on'), { timeout: 20_000 });
  return server;
}

function rootFolder(): string {
  const root = join(temporaryFolder(), 'root');
  mkdirSync(root);
  return root;
}

describeOnEachEngine('servers', ({ emptyDatabase }) => {
  test('with the same database: the second ends with 1 and a message, and can start once the first was killed', async () => {
    const [database, root] = [await emptyDatabase(), rootFolder()];
    const first = await started(database, root);
    const refused = start(database, rootFolder());
    expect(await refused.ended).toBe(1);
    expect(refused.output.all).toMatch(
      /^filebrowser: the database .* is in use by another File Browser server\. Stop .*\n$/,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await started(database, root);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });

  test('with the same root and different databases: the second ends with 1 and a message', async () => {
    const root = rootFolder();
    const first = await started(await emptyDatabase(), root);
    const database = await emptyDatabase();
    const refused = start(database, root);
    expect(await refused.ended).toBe(1);
    expect(refused.output.all).toMatch(/filebrowser: the folder .* is served by another /);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await started(database, root);
  });
});
