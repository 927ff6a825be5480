import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import en from '../../i18n/languages/en.json';
import { startI18n } from '../../i18n/i18n.ts';
import { loadMessages } from '../../i18n/messages.ts';
import { AllowedCommandsField } from './allowed-commands-field.tsx';
import { allowsAnyCommand } from './allows-any-command.ts';

beforeAll(async () => {
  startI18n(en);
  await loadMessages('settings');
});
afterEach(cleanup);

function show(first: readonly string[], { mayRun = true, hasShell = false } = {}) {
  const changes: string[][] = [];
  function Held() {
    const [commands, setCommands] = useState(first);
    const change = (changed: string[]) => {
      changes.push(changed);
      setCommands(changed);
    };
    const field = { commands, mayRun, hasShell, error: undefined, onChange: change };
    return <AllowedCommandsField {...field} />;
  }
  render(
    <>
      <Held />
    </>,
  );
  return { changes, user: userEvent.setup() };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Allowed commands');

test('commands are separated by spaces and stay as typed', async () => {
  const { changes, user } = show(['git']);
  expect(field().value).toBe('git');
  await user.type(field(), '  ls ');
  expect(field().value).toBe('git  ls ');
  expect(changes.at(-1)).toEqual(['git', 'ls']);
  await user.clear(field());
  expect(changes.at(-1)).toEqual([]);
});

test('warns of programs that run arbitrary commands', async () => {
  const { user } = show(['git']);
  expect(screen.queryByText(/can run everything/)).toBeNull();
  await user.type(field(), ' /usr/bin/python3.12 env');
  expect(
    screen.getByText('A user who can run /usr/bin/python3.12 or env can run everything.'),
  ).toBeTruthy();
});

test('warns of every command if a shell is set', () => {
  show(['git'], { hasShell: true });
  expect(screen.getByText(/^Full shell access/)).toBeTruthy();
});

test('a path that is not absolute is an error', async () => {
  const { user } = show([]);
  await user.type(field(), 'bin/tool');
  expect(
    screen.getByText('“bin/tool” is neither a program name nor an absolute path.'),
  ).toBeTruthy();
});

test('without the permission, commands are kept and the requirement is shown', () => {
  show(['git', 'sh'], { mayRun: false });
  expect(field().disabled).toBe(true);
  expect(field().value).toBe('git sh');
  expect(screen.getByText('Requires the “Run commands” permission.')).toBeTruthy();
  expect(screen.queryByText(/can run everything/)).toBeNull();
});

test.each(['sh', '/bin/bash', 'python3', 'perl5.36', 'sudo'])('%s gives everything', (command) => {
  expect(allowsAnyCommand(command)).toBe(true);
});

test.each(['git', 'ls', '/usr/bin/shred', 'pythonista'])('%s does not', (command) => {
  expect(allowsAnyCommand(command)).toBe(false);
});
