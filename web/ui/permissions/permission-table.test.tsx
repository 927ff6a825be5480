import type { UserPermissions } from '#contract/users.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import en from '../../i18n/languages/en.json';
import { startI18n } from '../../i18n/i18n.ts';
import { loadMessages } from '../../i18n/messages.ts';
import { PermissionTable } from './permission-table.tsx';

const NOTHING: UserPermissions = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};

beforeAll(async () => {
  startI18n(en);
  await loadMessages('settings');
});
afterEach(cleanup);

function show(first: Partial<UserPermissions>, { hasCommands = false } = {}) {
  const changes: UserPermissions[] = [];
  function Held() {
    const [perm, setPerm] = useState({ ...NOTHING, ...first });
    const change = (changed: UserPermissions) => {
      changes.push(changed);
      setPerm(changed);
    };
    return <PermissionTable perm={perm} hasCommands={hasCommands} onChange={change} />;
  }
  render(
    <>
      <Held />
    </>,
  );
  return { changes, user: userEvent.setup() };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const BELOW_ADMIN = ['Download', 'Create', 'Edit', 'Rename and move', 'Delete', 'Share'];

test('administrators have every permission, which cannot be revoked', async () => {
  const { changes, user } = show({ download: true });
  await user.click(box('Administrator'));
  expect(Object.values(changes.at(-1) ?? {})).toEqual(Array(8).fill(true));
  for (const name of BELOW_ADMIN) {
    expect(box(name).checked).toBe(true);
    expect(box(name).disabled).toBe(true);
  }
  expect(screen.getByText('Administrators have all of these permissions.')).toBeTruthy();
});

test('a former administrator loses permissions that the page does not show', async () => {
  const { changes, user } = show({ admin: true, execute: true, download: true });
  await user.click(box('Administrator'));
  expect(changes.at(-1)).toEqual({ ...NOTHING, download: true });
});

test('the command permission is shown only if commands are enabled', async () => {
  show({ download: true });
  expect(screen.queryByRole('checkbox', { name: 'Run commands' })).toBeNull();
  cleanup();

  const { changes, user } = show(
    { download: true, admin: true, execute: true },
    { hasCommands: true },
  );
  expect(box('Run commands').disabled).toBe(true);
  await user.click(box('Administrator'));
  expect(box('Run commands').checked).toBe(true);
  await user.click(box('Run commands'));
  expect(changes.at(-1)).toEqual({ ...NOTHING, download: true });
});

test('changes keep permissions that the page does not show', async () => {
  const { changes, user } = show({ execute: true });
  await user.click(box('Create'));
  expect(changes.at(-1)).toEqual({ ...NOTHING, execute: true, create: true });
});

test('sharing requires the download permission, and the table says so', async () => {
  const { changes, user } = show({ download: true, share: true });
  await user.click(box('Download'));
  expect(changes.at(-1)).toEqual(NOTHING);
  expect(box('Share').disabled).toBe(true);
  expect(screen.getByText('Requires the “Download” permission.')).toBeTruthy();

  await user.click(box('Download'));
  await user.click(box('Share'));
  expect(changes.at(-1)).toEqual({ ...NOTHING, download: true, share: true });
});

test('each permission has an explanation', () => {
  show({ download: true });
  for (const name of ['Administrator', ...BELOW_ADMIN]) {
    const hint = document.querySelector(
      `#${CSS.escape(box(name).getAttribute('aria-describedby') ?? '')}`,
    );
    expect(hint?.textContent).toMatch(/\.$/);
  }
});
