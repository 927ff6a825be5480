import type { CommandTrial, CommandTrialResult } from '#contract/commands.ts';
import type { PageConfig } from '#contract/page-config.ts';
import type { GlobalSettings, SettingsChanges } from '#contract/settings.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { someSettings } from '../../../testing/some-settings.ts';
import { changedSettings } from '../settings-fields.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

async function open(
  settings: Partial<GlobalSettings> = {},
  config: Partial<PageConfig> = { EnableExec: true },
) {
  const kept = { settings: someSettings(settings) };
  const server = fakeServer(config)
    .session(admin)
    .on('GET', '/api/settings', () => ({ json: kept.settings }))
    .on('POST', '/api/rules/try', { json: { allowed: true, problems: [] } })
    .on('PUT', '/api/settings', ({ body }) => {
      kept.settings = changedSettings(kept.settings, JSON.parse(body) as SettingsChanges);
      return { text: '200 OK\n' };
    });
  const page = renderRoute('/settings/global', { user: admin });
  await screen.findByLabelText('Name');
  return { server, ...page };
}

const group = () => within(screen.getByRole('region', { name: 'Commands' }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const sent = (server: ReturnType<typeof fakeServer>) =>
  server.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body) as SettingsChanges);
const THREE = { commands: { after_upload: ['a', 'b', 'c'] } };
const FIRST = 'Command 1 after uploading';

test('if commands are disabled, a sentence explains how to enable them', async () => {
  await open({}, { EnableExec: false });
  expect(group().getByText('--disableExec=false')).toBeTruthy();
  expect(group().queryByRole('button')).toBeNull();
  const menu = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(menu.queryByRole('link', { name: 'Commands' })).toBeNull();
});

test('with a managed store, a sentence says that commands cannot run', async () => {
  await open({}, { EnableExec: false, ManagedStore: true });
  expect(group().getByText(/its files are in a managed store/)).toBeTruthy();
  expect(group().queryByText('--disableExec=false')).toBeNull();
});

test('a command is added by keyboard, and empty ones are not stored', async () => {
  const { server, user } = await open();
  expect(group().getByText(/^No commands yet\./)).toBeTruthy();
  await user.selectOptions(field('When'), 'before deleting');
  button('Add command').focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field('Command 1 before deleting'));
  await user.keyboard('/usr/bin/keep $FILE');
  await user.click(button('Add command'));
  expect(field('Command 2 before deleting').value).toBe('');

  await user.click(button('Save'));
  expect(await screen.findByText('Settings updated!')).toBeTruthy();
  expect(sent(server)).toEqual([{ commands: { before_delete: ['/usr/bin/keep $FILE'] } }]);
  await waitFor(() => expect(screen.queryByLabelText('Command 2 before deleting')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('moving and removing commands keeps the focus with them', async () => {
  const { server, user } = await open(THREE);
  button('Move command 1 after uploading down').focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Move command 2 after uploading down'));
  await user.click(button('Remove command 1 after uploading'));
  expect(document.activeElement).toBe(button('Remove command 1 after uploading'));
  await user.click(button('Save'));
  await screen.findByText('Settings updated!');
  expect(sent(server)).toEqual([{ commands: { after_upload: ['a', 'c'] } }]);
});

test.each([
  ["mail 'anna", 'A closing quote is missing.'],
  ['scan \\', 'The backslash at the end needs a character after it.'],
  ['scan für', 'Put non-ASCII characters in quotes.'],
  ['# later', 'Enter a command.'],
  ['&', 'Enter a command.'],
])('%s is told to be wrong as it is typed', async (line, problem) => {
  const { user } = await open({ commands: { after_upload: [line] } });
  expect(group().getByText(problem)).toBeTruthy();
  expect(field(FIRST).getAttribute('aria-invalid')).toBe('true');
  expect(button('Test command 1 after uploading').disabled).toBe(true);
  await user.clear(field(FIRST));
  await user.type(field(FIRST), 'scan &');
  expect(field(FIRST).getAttribute('aria-invalid')).toBeNull();
});

test('a refused command is reported at its line', async () => {
  const { server, user } = await open(THREE);
  server.on('PUT', '/api/settings', {
    status: 400,
    text: '400 Bad Request (commands.after_upload.1: has more than 8192 characters)\n',
  });
  await user.type(field('Command 2 after uploading'), 'b');
  await user.click(button('Save'));
  expect(await group().findByText('has more than 8192 characters')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Command 2 after uploading')));
});

test('an unreplaced variable shows how to write it', async () => {
  await open({
    commands: { after_save: [`bash -c 'echo $FILE > /tmp/log'`, 'bash /x/script.sh $FILE'] },
  });
  expect(group().getAllByText(/^Another program runs part of this line as code/)).toHaveLength(1);
  expect(group().getByText(/Write "\$FILE", in double quotes/)).toBeTruthy();
});

test('a shell that is not allowed is reported as unused, with one argument per line', async () => {
  const { server, user } = await open();
  await user.type(field('Shell'), '/bin/sh{Enter}-c{Enter}');
  expect(group().getByText(/^Not used unless the server is started with/)).toBeTruthy();
  await user.click(button('Save'));
  await screen.findByText('Settings updated!');
  expect(sent(server)).toEqual([{ shell: ['/bin/sh', '-c'] }]);
});

test('unrestricted shell access is stated, and its commands are not validated', async () => {
  const line = 'for f in $FILE; do scan "$f"; done # ü';
  await open(
    { shell: ['/bin/sh', '-c'], commands: { after_save: [line] } },
    { EnableExec: true, ShellAccess: true },
  );
  expect(group().getByText(/^Full shell access/)).toBeTruthy();
  expect(field('Command 1 after saving').getAttribute('aria-invalid')).toBeNull();
});

const ENDED: CommandTrialResult = {
  outcome: 'exit',
  exitCode: 3,
  durationMs: 1_234,
  output: 'no such sheep',
  isCut: true,
  words: ['count', '/srv/example file.txt'],
  variables: {
    FILE: '/srv/example file.txt',
    SCOPE: '/',
    TRIGGER: 'after_upload',
    USERNAME: 'anna',
    DESTINATION: '/srv',
  },
};

test('an unsaved command can be tried, and shows its result', async () => {
  const { server, user } = await open(THREE);
  server.on('POST', '/api/commands/trial', { json: ENDED });
  await user.clear(field(FIRST));
  await user.type(field(FIRST), 'count $FILE');
  await user.click(button('Test command 1 after uploading'));

  expect(await group().findByText('Failed with exit code 3 · 1.2 s')).toBeTruthy();
  expect(group().getByText('no such sheep')).toBeTruthy();
  expect(group().getByText('Output truncated.')).toBeTruthy();
  expect(group().getAllByText('/srv/example file.txt')).toHaveLength(2);
  const asked = server.calls.find(({ url }) => url === '/api/commands/trial');
  const wanted: CommandTrial = { trigger: 'after_upload', line: 'count $FILE' };
  expect(JSON.parse(asked?.body ?? '')).toEqual(wanted);

  // The result does not apply to a changed command.
  await user.type(field(FIRST), ' more');
  expect(group().queryByText('no such sheep')).toBeNull();
});

test('a long trial can be stopped', async () => {
  const { server, user } = await open(THREE);
  server.on('POST', '/api/commands/trial', () => new Promise(() => {}));
  await user.click(button('Test command 2 after uploading'));
  expect(await group().findByText('Running…')).toBeTruthy();
  await user.click(button('Stop'));
  expect(group().queryByText('Running…')).toBeNull();
  expect(button('Test command 2 after uploading').disabled).toBe(false);
});

test.each([
  ['edited', (user: UserEvent) => user.type(field('Command 2 after uploading'), 'x{Backspace}')],
  ['moved', (user: UserEvent) => user.click(button('Move command 2 after uploading up'))],
  ['removed', (user: UserEvent) => user.click(button('Remove command 2 after uploading'))],
])('a running trial ends when its command is %s', async (_, change) => {
  const { server, user } = await open(THREE);
  server.on('POST', '/api/commands/trial', () => new Promise(() => {}));
  const answered = globalThis.fetch;
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : `${input}`;
    if (url.endsWith('/api/commands/trial')) signal = init?.signal;
    return answered(input, init);
  };
  await user.click(button('Test command 2 after uploading'));
  await group().findByText('Running…');
  expect(signal?.aborted).toBe(false);
  await change(user);
  expect(signal?.aborted).toBe(true);
  expect(group().queryByText('Running…')).toBeNull();
});

test('a failed trial shows the reason', async () => {
  const { server, user } = await open(THREE);
  await user.click(button('Test command 1 after uploading'));
  expect(await group().findByText(/^Couldn’t test the command\./)).toBeTruthy();
  server.unplug();
  await user.click(button('Test command 2 after uploading'));
  expect(await group().findByText(/Can’t connect to the server\.$/)).toBeTruthy();
});
