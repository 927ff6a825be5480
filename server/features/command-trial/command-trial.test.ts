import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { CommandTrialResult } from '#contract/commands.ts';
import { listCommandRuns } from '../../metadata/command-runs.ts';
import { COMMANDS, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', scope: '/team', perm: { ...aStoredUser().perm, admin: true } };
const FEATURES = { thumbnails: true, resizePreview: true, exec: true, shell: false };
const FILES = { '/team/a.txt': 'a' };

function startWithCommands(features: Partial<typeof FEATURES> = {}): Promise<TestApp> {
  return startTestApp({ files: FILES, config: { features: { ...FEATURES, ...features } } });
}

async function attempt(client: Client, line: string, trigger = 'after_upload') {
  const body = JSON.stringify({ trigger, line });
  const reply = await client.post('/api/commands/trial', { body });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.json<CommandTrialResult>();
}

async function examplesLeft(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('filebrowser-example-'));
}

test('a line runs as its event would, for a file with an awkward name that is gone afterwards', async () => {
  await using app = await startWithCommands();
  const admin = await app.logIn(ADMIN);
  const result = await attempt(admin, 'cat -- "$FILE" no-such-file');

  const { FILE } = result.variables;
  expect(FILE).toMatch(/^\/.*filebrowser-example-\w+\/it's an "example" of \$HOME & more\.txt$/);
  expect(FILE.startsWith(app.root)).toBe(false);
  expect(result).toMatchObject({
    outcome: 'exit',
    exitCode: 1,
    words: ['cat', '--', FILE, 'no-such-file'],
    isCut: false,
    variables: { SCOPE: '/team', TRIGGER: 'after_upload', USERNAME: 'root' },
  });
  expect(result.output).toContain('An example file for a trial run');
  expect(result.output).toContain('no-such-file');
  expect(result.durationMs).toBeGreaterThanOrEqual(0);
  expect(await examplesLeft()).not.toContainEqual(FILE.split('/').at(-2));
  expect(await app.filesOnDisk()).toEqual(FILES);
});

test('the program finds the variables in its surroundings, and nothing of the server', async () => {
  await using app = await startWithCommands();
  const admin = await app.logIn(ADMIN);
  const { output, variables } = await attempt(admin, 'env', 'before_copy');
  expect(output.trim().split('\n').toSorted()).toEqual(
    [...Object.entries(variables), ['PATH', '/usr/bin:/bin']]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted(),
  );
  expect(variables.DESTINATION).toMatch(/\/elsewhere\.txt$/);
});

test.each([
  ['before_copy', 'file'],
  ['after_copy', 'file destination'],
  ['before_rename', 'file'],
  ['after_rename', 'destination'],
  ['before_delete', 'file destination'],
  ['after_delete', 'destination'],
  ['after_save', 'file destination'],
])('a line for %s finds what its event leaves: %s', async (trigger, found) => {
  await using app = await startWithCommands();
  const script = 'test -e "$FILE" && echo file; test -e "$DESTINATION" && echo destination';
  const { output } = await attempt(await app.logIn(ADMIN), `sh -c '${script}'`, trigger);
  expect(output.split('\n').filter(Boolean).join(' ')).toBe(found);
});

test('records the result', async () => {
  await using app = await startWithCommands();
  const admin = await app.logIn(ADMIN);
  await attempt(admin, 'sh -c "echo told; exit 3" &', 'before_save');
  expect(await listCommandRuns(app.db.read, { limit: 9 })).toMatchObject([
    {
      kind: 'trial',
      username: 'root',
      trigger: 'before_save',
      line: 'sh -c "echo told; exit 3" &',
      outcome: 'exit',
      exitCode: 3,
      output: 'told\n',
    },
  ]);
});

test.each([
  ["echo 'a", 'unreadable'],
  ['no-such-program', 'not-found'],
  ['sh -c "kill -9 $$"', 'signal'],
  ['sleep 60', 'too-long'],
  ['yes', 'too-much'],
])('%s is told to be %s', async (line, outcome) => {
  await using app = await startTestApp({
    config: {
      features: FEATURES,
      commands: { ...COMMANDS, timeLimitMs: 1_500, mostOutputBytes: 20_000 },
    },
  });
  expect(await attempt(await app.logIn(ADMIN), line)).toMatchObject({ outcome });
});

test('a shell reads the line only where the operator allows it', async () => {
  await using app = await startTestApp({
    config: { features: { ...FEATURES, shell: true } },
    settings: { shell: ['/bin/sh', '-c'] },
  });
  const admin = await app.logIn(ADMIN);
  const line = 'test -f "$FILE" && echo there';
  expect(await attempt(admin, line)).toMatchObject({
    output: 'there\n',
    words: ['/bin/sh', '-c', line],
  });
  await using without = await app.restart({ features: FEATURES });
  const again = await attempt(without.client(admin.token), line);
  expect(again.words).toEqual(['test', '-f', again.variables.FILE, '&&', 'echo', 'there']);
});

test('ends a trial when its client disconnects', async () => {
  await using app = await startWithCommands();
  const admin = await app.logIn(ADMIN);
  const sent = request(`${app.url}/api/commands/trial`, {
    method: 'POST',
    headers: { 'X-Auth': admin.token ?? '' },
  });
  sent.on('error', () => undefined);
  sent.end(JSON.stringify({ trigger: 'after_save', line: 'sleep 29' }));
  await expect.poll(examplesLeft).not.toEqual([]);
  sent.destroy();
  await expect
    .poll(() => listCommandRuns(app.db.read, { limit: 9 }))
    .toMatchObject([{ line: 'sleep 29', outcome: 'stopped' }]);
});

test('refuses users who are not administrators, and everyone while commands are disabled', async () => {
  await using app = await startWithCommands();
  const anna = await app.logIn();
  const body = JSON.stringify({ trigger: 'after_save', line: 'true' });
  expect((await anna.post('/api/commands/trial', { body })).status).toBe(403);
  expect((await app.visitor.post('/api/commands/trial', { body })).status).toBe(401);
  const admin = await app.logIn(ADMIN);
  await using off = await app.restart({ features: { ...FEATURES, exec: false } });
  const reply = await off.client(admin.token).post('/api/commands/trial', { body });
  expect([reply.status, reply.text]).toEqual([403, '403 Forbidden\n']);
  expect(await listCommandRuns(off.db.read, { limit: 9 })).toEqual([]);
});

test.each([
  ['an unknown event', { trigger: 'at_night', line: 'true' }, 'trigger: is not an event'],
  ['no line', { trigger: 'after_save' }, 'line: has to be text'],
  [
    'an endless line',
    { trigger: 'after_save', line: 'x'.repeat(8_193) },
    'line: has more than 8192 characters',
  ],
])('%s is refused', async (_, sent, reason) => {
  await using app = await startWithCommands();
  const admin = await app.logIn(ADMIN);
  const reply = await admin.post('/api/commands/trial', { body: JSON.stringify(sent) });
  expect([reply.status, reply.text]).toEqual([400, `400 Bad Request (${reason})\n`]);
});
