import type { CommandRun } from '#contract/commands.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

/** Undefined fields are omitted in JSON. */
type Differing = { [Name in keyof CommandRun]?: CommandRun[Name] | undefined };

function aRun(run: Differing = {}): unknown {
  return {
    id: 1,
    startedAt: Date.now() - 300_000,
    kind: 'event',
    username: 'bert',
    trigger: 'after_upload',
    line: 'scan $FILE',
    path: '/bert/a.txt',
    outcome: 'exit',
    exitCode: 0,
    durationMs: 12,
    output: 'clean',
    isCut: false,
    ...run,
  };
}

/** Answers each page by its query. */
function open(pages: Readonly<Record<string, { runs: readonly unknown[]; hasMore: boolean }>>) {
  const server = fakeServer({ EnableExec: true })
    .session(admin)
    .on('GET', '/api/commands/runs', ({ url }) => ({
      json: pages[url.split('?')[1] ?? ''] ?? { runs: [], hasMore: false },
    }));
  return { server, ...renderRoute('/settings/commands', { user: admin }) };
}

test('each run shows its command, user, reason, subject and outcome', async () => {
  const { user } = open({
    '': {
      hasMore: false,
      runs: [
        aRun({ id: 3, kind: 'panel', trigger: undefined, line: 'git pull', path: '/bert' }),
        aRun({ id: 2, exitCode: 2, durationMs: 1_500, output: '', more: 29 }),
        aRun({ id: 1, outcome: 'too-long', exitCode: undefined, isCut: true }),
        aRun({ id: 0, kind: 'panel', trigger: undefined, line: 'ls', path: '/' }),
      ],
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Command history' }));
  const [typed, failed, stopped, atHome] = list.getAllByRole('listitem');
  expect(typed?.textContent).toMatch(/^git pullSucceeded · bert · \/bert5 minutes ago12 ms$/);
  expect(failed?.textContent).toMatch(
    /Failed with exit code 2 · 29 more like this · bert · after uploading · \/bert\/a\.txt5 minutes ago1\.5 s$/,
  );
  expect(stopped?.textContent).toContain('Stopped: time limit exceeded');
  expect(atHome?.textContent).toMatch(/^lsSucceeded · bert · My files/);

  const [first, second, third] = list.getAllByRole('button', { name: 'Show output' });
  if (!first || !second || !third) throw new Error('not all of them are shown');
  await user.click(second);
  expect(list.getByText('No output.')).toBeTruthy();
  expect(failed?.textContent).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d/);
  await user.click(third);
  expect(list.getByText('clean')).toBeTruthy();
  expect(list.getByText('Output truncated.')).toBeTruthy();
});

test('older runs load on demand', async () => {
  const { user } = open({
    '': { runs: [aRun({ id: 9, line: 'nine' })], hasMore: true },
    'before=9': { runs: [aRun({ id: 8, line: 'eight' })], hasMore: false },
  });
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('eight')).toBeTruthy();
  expect(screen.getByText('nine')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('a failure to load older runs is explained below the list', async () => {
  const { server, user } = open({
    '': { runs: [aRun({ id: 9, line: 'nine' })], hasMore: true },
  });
  const button = await screen.findByRole('button', { name: 'Show older' });
  server.unplug();
  await user.click(button);
  const reason = await screen.findByText(/^Can’t connect to the server\./);
  expect(button.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText(/This information may be out of date/)).toBeNull();
});

test('the list can be limited to failed runs and refreshed', async () => {
  const { server, user } = open({
    '': { runs: [aRun({ line: 'well' })], hasMore: false },
    'failed=true': { runs: [aRun({ line: 'bad', exitCode: 1 })], hasMore: false },
  });
  await screen.findByText('well');
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }));
  expect(await screen.findByText('bad')).toBeTruthy();
  expect(screen.queryByText('well')).toBeNull();

  server.on('GET', '/api/commands/runs', { json: { runs: [], hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByRole('heading', { name: 'No failed commands' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('without runs, a link leads to the settings of commands', async () => {
  open({});
  const link = await screen.findByRole('link', { name: 'Set up commands' });
  expect(link.getAttribute('href')).toBe('/settings/global');
});

test('a list that fails to load can be retried', async () => {
  const { server, user } = open({});
  server.on('GET', '/api/commands/runs', { status: 403, text: '403 Forbidden\n' });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
  server.on('GET', '/api/commands/runs', { json: { runs: [aRun()], hasMore: false } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('scan $FILE')).toBeTruthy();
});

test('only administrators can open it', async () => {
  fakeServer({ EnableExec: true }).session(anna);
  const { address } = renderRoute('/settings/commands', { user: anna });
  await waitFor(() => expect(address()).toBe('/403'));
});
