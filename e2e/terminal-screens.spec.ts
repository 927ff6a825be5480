import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { rowOf, logInAt } from './support/pages.ts';
import {
  allowCommands,
  COMMANDS_ON,
  openTerminal,
  outputLog,
  promptLine,
  runLine,
  terminalPanel,
} from './support/terminal.ts';

const COMMANDS = ['cat', 'echo', 'ls', 'seq', 'sleep'];

test.describe('with commands', () => {
  test.use({ serverFlags: COMMANDS_ON });

  test.beforeEach(async ({ page, server }) => {
    server.put({
      'notes.txt': 'buy milk\nשלום עולם, this line is read from the right\n',
      'docs/plan.txt': 'v1',
      'pictures/': '',
    });
    await allowCommands(server, COMMANDS);
    await logInAt(page, '/files/', server.admin);
    await expect(rowOf(page, 'notes.txt')).toBeVisible();
  });

  test('shows the allowed commands, output, an error, and a refusal', async ({ page }, info) => {
    await openTerminal(page);
    await inspectScreen(page, info, 'terminal-empty');
    await runLine(page, 'ls -la --color=always');
    await runLine(page, 'cat notes.txt');
    await runLine(page, 'ls nowhere');
    await expect(outputLog(page)).toContainText('Exit code 2');
    await runLine(page, 'rm notes.txt');
    await expect(outputLog(page)).toContainText('You don’t have permission to run');
    await runLine(page, "echo 'never closed");
    await inspectScreen(page, info, 'terminal-finished');
  });

  test('shows that a command is running, and how to stop it', async ({ page }, info) => {
    await openTerminal(page);
    await promptLine(page).fill('sleep 60');
    await promptLine(page).press('Enter');
    const stop = terminalPanel(page).getByRole('button', { name: 'Stop' });
    await expect(stop).toBeVisible();
    await inspectScreen(page, info, 'terminal-running');
    await stop.click();
    await expect(outputLog(page)).toContainText('Stopped.');
    await expect(promptLine(page)).toBeFocused();
  });

  test('shows long output and a deep folder correctly', async ({ page, server }, info) => {
    const deep = `projects/${'a rather long name of a folder/'.repeat(4)}summer`;
    server.put({ [`${deep}/`]: '' });
    await page.goto(`/files/${deep.split('/').map(encodeURIComponent).join('/')}/`);
    await openTerminal(page);
    await runLine(page, 'seq 1 3000');
    await runLine(page, `echo ${'many words on one line '.repeat(20)}`);
    await outputLog(page).evaluate((log) => log.scrollBy(0, -400));
    await promptLine(page).fill('seq 1 5');
    await promptLine(page).press('Enter');
    await expect(page.getByRole('button', { name: 'New output' })).toBeVisible();
    await inspectScreen(page, info, 'terminal-long');
  });
});

test.describe('with a shell', () => {
  test.use({ serverFlags: [...COMMANDS_ON, '--allowShell'] });

  test('warns that this is full shell access', async ({ page, server }, info) => {
    server.run('config', 'set', '--shell', '/bin/sh -c');
    await allowCommands(server, COMMANDS);
    await logInAt(page, '/files/', server.admin);
    await openTerminal(page);
    await expect(terminalPanel(page)).toContainText('Full shell access');
    await inspectScreen(page, info, 'terminal-full-access');
  });
});
