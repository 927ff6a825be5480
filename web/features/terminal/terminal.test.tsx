import type { PageConfig } from '#contract/page-config.ts';
import type { TokenUser } from '#contract/session.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setToken } from '../../api/session-token.ts';
import { toggleTerminal, terminalOpening } from '../../state/terminal-opening.ts';
import { terminalHeight } from '../../state/terminal/height.ts';
import { type FakeCommand, fakeCommands, refuseCommands } from '../../testing/fake-commands.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopTimers } from '../../testing/stop-timers.ts';

const { perm } = aTokenUser();
const anna = aTokenUser({ perm: { ...perm, execute: true }, commands: ['git', 'ls'] });
let commands: readonly FakeCommand[];

beforeEach(() => {
  // Without layout, the listing renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  commands = fakeCommands();
});
afterEach(() => {
  setToken(undefined);
  sessionStorage.clear();
  if (terminalOpening.getState().isOpen) toggleTerminal();
});

async function show(config: Partial<PageConfig> = {}, user: TokenUser = anna) {
  const server = fakeServer({ EnableExec: true, ...config })
    .session(user)
    .folder(aFolder('/', [anEntry('/docs', { isDir: true }), anEntry('/a.txt')]))
    .folder(aFolder('/docs/'));
  const page = renderRoute('/files/', { user });
  await screen.findByRole('button', { name: 'Select multiple' });
  return { server, ...page };
}

async function open(config: Partial<PageConfig> = {}, user: TokenUser = anna) {
  const page = await show(config, user);
  await page.user.click(screen.getByRole('button', { name: 'Shell' }));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  return page;
}

async function run(line: string, page: { user: { type: Type } }): Promise<FakeCommand> {
  const before = commands.length;
  await page.user.type(field(), `${line}{Enter}`);
  const command = commands[before];
  if (!command) throw new Error(`“${line}” was not run`);
  await waitFor(() => expect(command.lines).toEqual([line]));
  return command;
}
type Type = (element: Element, text: string) => Promise<void>;

const panel = () => screen.getByRole('region', { name: 'Shell' });
const field = () =>
  within(panel()).getByRole<HTMLInputElement>('textbox', { name: /^Command in / });
const log = () => within(panel()).getByRole('log').textContent;

test('the terminal is hidden if commands are disabled or not permitted', async () => {
  await show({ EnableExec: false });
  expect(screen.queryByRole('button', { name: 'Shell' })).toBeNull();
});

test('without the permission, the terminal is hidden', async () => {
  const page = await show({}, aTokenUser());
  expect(screen.queryByRole('button', { name: 'Shell' })).toBeNull();
  await page.user.keyboard('{F4}');
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
});

test('a command runs in the displayed folder, its output has no colours, and the listing is refreshed', async () => {
  const page = await open({ BaseURL: '/fb' });
  await page.go('/files/docs/');
  await screen.findByText('It feels lonely here…');
  const command = await run('git status', page);
  expect(command.url).toBe(`${window.location.origin.replace('http', 'ws')}/fb/api/command/docs`);

  command.say('\u001B[32mclean\u001B[0m', 'tree');
  await waitFor(() => expect(log()).toContain('/docs$git statusclean\ntree\n'));
  const asked = page.server.calls.length;
  command.end();
  await waitFor(() =>
    expect(page.server.calls.slice(asked).map(({ url }) => url)).toContain('/api/resources/docs/'),
  );
  await screen.findByText(/clean tree Finished\./);
  expect(log()).not.toContain('Exit code');
});

test('while a command runs, the input is disabled and the button stops it', async () => {
  const page = await open();
  const command = await run('git pull', page);
  expect(field().readOnly).toBe(true);
  await page.user.type(field(), 'ls{Enter}');
  expect(commands).toHaveLength(1);

  await page.user.click(within(panel()).getByRole('button', { name: 'Stop' }));
  expect(command.isLeft).toBe(true);
  expect(log()).toContain('Stopped.');
  expect(field().readOnly).toBe(false);
  expect(document.activeElement).toBe(field());
});

test('Ctrl+C stops a command, or clears the input', async () => {
  const page = await open();
  const command = await run('git log', page);
  await page.user.keyboard('{Control>}c{/Control}');
  expect(command.isLeft).toBe(true);
  await page.user.type(field(), 'half a line');
  await page.user.keyboard('{Control>}c{/Control}');
  expect(field().value).toBe('');
});

test.each([
  [{ kind: 'exit', code: 1 }, /Exit code 1/],
  [{ kind: 'exit', code: 0 }, /^\/\$ls$/],
  [{ kind: 'not-found' }, /“\W*ls\W*” wasn’t found/],
  [{ kind: 'busy' }, /too many commands/],
  [{ kind: 'signal' }, /Terminated on the server/],
  [{ kind: 'too-long' }, /exceeded the time limit/],
  [{ kind: 'too-much' }, /exceeded the output limit/],
  [{ kind: 'too-many-processes' }, /exceeded the process limit/],
  [{ kind: 'stopped' }, /Stopped by the server/],
] as const)('an end by %j is told as %s', async (end, words) => {
  const page = await open();
  (await run('ls', page)).end(end);
  await waitFor(() => expect(log()).toMatch(words));
});

test('too many commands are reported once', async () => {
  const page = await open();
  const command = await run('ls', page);
  command.say('Too many commands are running.');
  command.end({ kind: 'busy' });
  await waitFor(() => expect(log()).toMatch(/too many commands/));
  expect(log()).not.toContain('Too many commands are running.');
});

test('a refused command lists the allowed ones once', async () => {
  const page = await open();
  const command = await run('rm a.txt', page);
  command.say('Command not allowed.');
  command.end({ kind: 'not-allowed' });
  await waitFor(() => expect(log()).toMatch(/run “\W*rm\W*”\. You can run: \W*git\W*, \W*ls/));
  expect(log()).not.toContain('Command not allowed.');
});

test.each([
  ["ls 'a", /a closing quote is missing/],
  ['ls a\\', /backslash/],
  ['ls ü', /in quotes/],
])('%s cannot be read, and why is said in words', async (line, words) => {
  const page = await open();
  const command = await run(line, page);
  command.say('error parsing command: whatever');
  command.end({ kind: 'unreadable' });
  await waitFor(() => expect(log()).toMatch(words));
  expect(log()).not.toContain('error parsing');
});

test('a lost connection is reported, and the command can be run again by keyboard', async () => {
  const page = await open();
  (await run('git pull', page)).cut();
  await waitFor(() => expect(log()).toContain('The connection was lost'));
  await page.user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(commands[1]?.lines).toEqual(['git pull']));
});

test('a server that does not answer is told from a silent command', async () => {
  const page = await open();
  page.server.on('GET', '/health', { json: { status: 'OK' } });
  const pass = stopTimers();
  fireEvent.change(field(), { target: { value: 'git fetch' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  const command = commands[0] as FakeCommand;
  command.say('fetching');
  await pass(60_000);
  expect(log()).toContain('fetching');
  expect(log()).not.toContain('Waiting for connection');

  page.server.on('GET', '/health', () => new Promise(() => {}));
  await pass(20_000);
  expect(log()).toContain('Waiting for connection…');
  act(() => command.say('fetched'));
  await pass(100);
  expect(log()).toContain('fetched');
  expect(log()).not.toContain('Waiting for connection');

  await pass(20_000);
  expect(log()).toContain('Waiting for connection…');
  command.end();
  expect(log()).not.toContain('Waiting for connection');
  const asked = page.server.calls.length;
  await pass(60_000);
  expect(page.server.calls).toHaveLength(asked);
});

test('a command line that is too long for the server is reported as such', async () => {
  const page = await open();
  (await run('git add *', page)).cut(1009);
  await waitFor(() => expect(log()).toContain('Not run: the command is too long.'));
});

test.each([
  [429, /too many commands/],
  [503, /The server couldn’t complete the request/],
  [400, /can’t connect to the server/],
])('a connection that the server refuses with %s is explained', async (status, words) => {
  const page = await open();
  refuseCommands();
  page.server.on('GET', '/api/command/', { status });
  await page.user.type(field(), 'git pull{Enter}');
  await waitFor(() => expect(log()).toMatch(words));
});

test('a command after the end of the session leads to the login', async () => {
  const page = await open();
  refuseCommands();
  page.server.on('GET', '/api/command/', { status: 401 });
  await page.user.type(field(), 'git pull{Enter}');
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('arrows move through the history and keep the current input', async () => {
  const page = await open();
  for (const line of ['ls -a', 'git log']) (await run(line, page)).end();
  await page.user.type(field(), 'half');
  await page.user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field().value).toBe('ls -a');
  await page.user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field().value).toBe('half');
});

test('clear and exit are built-in commands', async () => {
  const page = await open();
  (await run('ls', page)).end();
  await page.user.type(field(), ' clear {Enter}');
  expect(log()).toContain('Commands you can run');
  await page.user.type(field(), 'exit{Enter}');
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
  expect(commands).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Shell' }));
});

test.each([
  ['git log \\\n  --oneline\\\r\n', 'git log   --oneline'],
  ['printf a\\\\\nb', String.raw`printf a\\ b`],
])('a backslash at the end of a pasted line continues it: %j', async (pasted, shown) => {
  const page = await open();
  await page.user.paste(pasted);
  expect(field().value).toBe(shown);
});

test('pasted lines become one and run only when submitted', async () => {
  const page = await open();
  await page.user.type(field(), 'git ');
  await page.user.paste('add .\n  --all\r\n');
  expect(field().value).toBe('git add . --all');
  expect(commands).toHaveLength(0);
});

test('closing the panel keeps the command running and announces its end', async () => {
  const page = await open();
  const command = await run('git fetch', page);
  await page.user.click(within(panel()).getByRole('button', { name: 'Close' }));
  expect(command.isLeft).toBe(false);
  await screen.findByText('The command keeps running.');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  command.say('fetched');
  command.end({ kind: 'exit', code: 128 });
  await screen.findByText(/git fetch\W*: Exit code 128/);
  await page.user.click(screen.getByRole('button', { name: 'Shell' }));
  await waitFor(() => expect(log()).toContain('fetched'));
});

test('logging out ends the command and clears the output', async () => {
  const page = await open();
  const command = await run('ls secret', page);
  setToken(undefined);
  await waitFor(() => expect(command.isLeft).toBe(true));
  expect(sessionStorage.length).toBe(0);
  await waitFor(() => expect(page.address()).toMatch(/^\/login/));
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
});

test('unrestricted shell access is stated', async () => {
  await open({ ShellAccess: true });
  within(panel()).getByText('Full shell access');
  expect(log()).toContain('can do everything the server can do');
});

test('the absence of allowed commands is stated', async () => {
  await open({}, { ...anna, commands: [] });
  expect(log()).toContain('You can’t run any commands yet. Ask an administrator to allow some.');
});

test('an administrator without allowed commands learns where to allow some', async () => {
  await open({}, { ...anna, perm: { ...anna.perm, admin: true }, commands: [] });
  const hint =
    'You can’t run any commands yet. Allow some in your user settings under Settings, Users.';
  expect(log()).toContain(hint);
});

test('a click inserts an allowed command', async () => {
  const page = await open();
  await page.user.click(within(panel()).getByRole('button', { name: 'git' }));
  expect(field().value).toBe('git ');
  expect(document.activeElement).toBe(field());
});

test('F4 opens, focuses and closes the panel; Escape clears the input first', async () => {
  const page = await show();
  await page.user.keyboard('{F4}');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  screen.getByRole('button', { name: 'New' }).focus();
  await page.user.keyboard('{F4}');
  expect(document.activeElement).toBe(field());
  await page.user.keyboard('half{Escape}');
  expect(field().value).toBe('');
  await page.user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
});

test('keys in the output do not affect the selection in the listing', async () => {
  const page = await open();
  await page.user.click(screen.getByRole('row', { name: /a\.txt/ }));
  within(panel()).getByRole('log').focus();
  await page.user.keyboard('{Delete}{F2}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the divider is moved by keys within limits and reset by a double click', async () => {
  const page = await open();
  const divider = within(panel()).getByRole('separator', { name: 'Shell height' });
  const now = () => Number(divider.getAttribute('aria-valuenow'));
  divider.focus();
  await page.user.keyboard('{ArrowUp}{ArrowUp}{PageDown}');
  expect(terminalHeight.getState().em).toBe(22);
  await page.user.keyboard('{Home}{ArrowDown}');
  expect(now()).toBe(Number(divider.getAttribute('aria-valuemin')));
  await page.user.keyboard('{End}');
  expect(now()).toBe(Number(divider.getAttribute('aria-valuemax')));
  expect(now()).toBe(Math.round(window.innerHeight / 16 - 4));
  fireEvent.doubleClick(divider);
  expect(now()).toBe(25);
});
