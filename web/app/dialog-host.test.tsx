import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { requestDeletion } from '../state/deletions.ts';
import type { DialogSpec } from '../state/dialog-spec.ts';
import { dialogs } from '../state/dialogs.ts';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeReply,
  type FakeServer,
  fakeServer,
} from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';

const anna = aTokenUser();
const notes = anEntry('/notes.txt');
const plan = anEntry('/plan.txt');

type User = ReturnType<typeof renderRoute>['user'];

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const open = (dialog: DialogSpec) => act(() => void dialogs.getState().open(dialog));
const toasts = () => screen.getByRole('region', { name: 'Notifications' });

/** Slow requests, sent by dialogs that are closed before the response arrives. */
const SLOW: Readonly<
  Record<string, { call: [string, string]; send(user: User): Promise<void>; success: FakeReply }>
> = {
  'creating a folder': {
    call: ['POST', '/api/resources/made/'],
    success: { status: 200 },
    send: async (user) => {
      open({ kind: 'new-folder', folder: '/' });
      await user.type(await screen.findByRole('textbox'), 'made{Enter}{Escape}');
    },
  },
  'creating a file': {
    call: ['POST', '/api/resources/made'],
    success: { status: 200 },
    send: async (user) => {
      open({ kind: 'new-file', folder: '/' });
      await user.type(await screen.findByRole('textbox'), 'made{Enter}{Escape}');
    },
  },
  'deleting a file': {
    call: ['DELETE', '/api/resources/plan.txt'],
    success: { status: 204 },
    send: async (user) => {
      requestDeletion({ folder: '/', entries: [plan], isPermanent: false });
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    },
  },
  'renaming a file': {
    call: ['PATCH', '/api/resources/plan.txt'],
    success: { text: '200 OK' },
    send: async (user) => {
      open({ kind: 'rename', folder: '/', entry: plan });
      await user.type(await screen.findByRole('textbox'), 'next{Enter}');
    },
  },
};

/** Dialogs with a text field that stays usable while a response is pending. */
const TYPED: Readonly<Record<string, DialogSpec>> = {
  'New folder': { kind: 'new-folder', folder: '/' },
  'New file': { kind: 'new-file', folder: '/' },
  Rename: { kind: 'rename', folder: '/', entry: notes },
};

const COMBINATIONS = Object.keys(SLOW).flatMap((request) =>
  Object.keys(TYPED).flatMap((dialog) =>
    (['success', 'failure'] as const).map((end) => ({ request, dialog, end })),
  ),
);

/** Delays a response until the test releases it. */
function heldBack(server: FakeServer, [method, path]: [string, string], reply: FakeReply) {
  let answer = () => {};
  server.on(method, path, async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return reply;
  });
  return () => answer();
}

test.each(COMBINATIONS)(
  'the late $end of $request does not touch the dialog $dialog',
  async ({ request, dialog, end }) => {
    const slow = SLOW[request];
    const spec = TYPED[dialog];
    if (!slow || !spec) throw new Error('no such case');
    const server = fakeServer()
      .folder(aFolder('/', [notes, plan]))
      .session(anna);
    const reply = end === 'success' ? slow.success : { status: 403, text: '403 Forbidden' };
    const answer = heldBack(server, slow.call, reply);
    const { user } = renderRoute('/files/', { user: anna });
    await screen.findByRole('row', { name: /notes/ });

    await slow.send(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    open(spec);
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    await user.clear(field);
    await user.type(field, 'typed');
    answer();
    const [method] = slow.call;
    await waitFor(() => {
      const isTold =
        within(toasts()).queryAllByRole('listitem').length > 0 ||
        dialogs.getState().waiting.length > 0;
      expect(isTold).toBe(true);
    });
    expect(server.calls.filter((call) => call.method === method)).not.toEqual([]);

    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed');
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await user.keyboard(' on');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed on');
  },
);

test('failed deletions are shown after the open dialog is closed', async () => {
  const server = fakeServer()
    .folder(aFolder('/', [notes, plan]))
    .session(anna);
  const answer = heldBack(server, ['DELETE', '/api/resources/plan.txt'], { status: 403 });
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /notes/ });
  await SLOW['deleting a file']?.send(user);
  open({ kind: 'new-folder', folder: '/' });
  await user.type(await screen.findByRole('textbox'), 'typed');
  answer();
  await waitFor(() => expect(dialogs.getState().waiting).toHaveLength(1));

  await user.keyboard('{Escape}');

  const result = await screen.findByRole('dialog', { name: /plan\.txt/ });
  expect(within(result).getByText(/permission|not allowed/i)).toBeTruthy();
});

test('a dialog keeps its input while another one is open above it', async () => {
  fakeServer()
    .folder(aFolder('/', [notes]))
    .session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /notes/ });
  open({ kind: 'new-folder', folder: '/' });
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  await user.type(field, 'half-ty');

  open({ kind: 'help' });
  await screen.findByRole('dialog', { name: /shortcuts|help/i });
  await user.keyboard('{Escape}');

  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('ped');
  expect(field.value).toBe('half-typed');
});

test('a press outside closes only informational dialogs', async () => {
  fakeServer()
    .folder(aFolder('/', [notes]))
    .session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /notes/ });
  const pressBeside = async () =>
    user.pointer({
      keys: '[MouseLeft]',
      target: screen.getByRole('dialog'),
      // Without layout, the dialog has no size.
      coords: { clientX: 10, clientY: 10 },
    });

  open({ kind: 'info', entries: [notes] });
  await screen.findByRole('dialog');
  await pressBeside();
  expect(screen.queryByRole('dialog')).toBeNull();

  for (const dialog of Object.values(TYPED)) {
    open(dialog);
    await screen.findByRole('textbox');
    await pressBeside();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    act(() => dialogs.getState().closeAll());
  }
});

test('F1 opens the help above a dialog, which keeps its input', async () => {
  fakeServer()
    .folder(aFolder('/', [notes]))
    .session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /notes/ });
  open({ kind: 'new-folder', folder: '/' });
  const field = await screen.findByRole<HTMLInputElement>('textbox');

  await user.type(field, 'typed{F1}');

  expect(await screen.findByRole('dialog', { name: /shortcuts|help/i })).toBeTruthy();
  expect(field.value).toBe('typed');
});

test('Escape and Enter of an input method neither close nor submit a dialog', async () => {
  const server = fakeServer()
    .folder(aFolder('/', [notes]))
    .session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /notes/ });
  open({ kind: 'new-folder', folder: '/' });
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  await user.type(field, 'にほん');

  for (const key of ['Escape', 'Enter']) fireEvent.keyDown(field, { key, isComposing: true });

  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(
    server.calls.filter(({ url }) => url === '/api/renew').length,
  );
});
