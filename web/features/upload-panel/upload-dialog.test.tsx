import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aFolder, aTokenUser, anEntry, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { dropDataOf, fireDrag } from './fake-drop.ts';

/** File choosers that were opened; each is closed without a choice. */
let opened: HTMLInputElement[];

beforeEach(() => {
  opened = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    opened.push(this);
    this.dispatchEvent(new Event('cancel'));
  });
});
afterEach(() => {
  Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
});

/** Simulates a browser that can pick folders. */
function pickFolders() {
  Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', {
    configurable: true,
    writable: true,
    value: false,
  });
}

function openFolder() {
  const user = aTokenUser();
  fakeServer()
    .session(user)
    .folder(aFolder('/my docs/', [anEntry('/my docs/a.txt')]));
  return renderRoute('/files/my%20docs/', { user });
}

/** Chooses "Upload" in the menu of the folder. */
async function askToUpload(user: UserEvent): Promise<void> {
  await user.pointer({ target: await screen.findByRole('grid'), keys: '[MouseRight]' });
  await user.click(await screen.findByRole('menuitem', { name: 'Upload' }));
}

test('asks for files or a folder and names the destination', async () => {
  pickFolders();
  const { user } = openFolder();
  for (const [choice, isFolder] of [
    [/^Files/, false],
    [/^Folder/, true],
  ] as const) {
    await askToUpload(user);
    expect(await screen.findByRole('dialog', { name: /my docs/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opened.at(-1)?.webkitdirectory).toBe(isFolder);
  }
  expect(opened).toHaveLength(2);
});

test('a drop answers the question', async () => {
  pickFolders();
  const { user } = openFolder();
  await askToUpload(user);
  await screen.findByRole('dialog');
  fireDrag('drop', dropDataOf({ 'a.txt': 'taken' }));
  expect(await screen.findByRole('dialog', { name: /a\.txt.* already exists/ })).toBeTruthy();
});

test('a browser without a folder chooser opens the file chooser directly', async () => {
  const { user } = openFolder();
  await askToUpload(user);
  expect(opened).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
