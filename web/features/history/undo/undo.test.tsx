import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeReply,
  fakeServer,
} from '../../../testing/fake-server.ts';
import { setToken } from '../../../api/session-token.ts';
import { toasts } from '../../../state/toasts.ts';
import { requestUndo } from '../../../state/undo.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

// The key press loads the undo, long before it would be loaded after the first listing.
vi.mock('../../../app/ahead-delay.ts', () => ({ AHEAD_DELAY_MS: 60_000 }));

const anna = aTokenUser();

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

/** Time for parts that are loaded, on a busy machine. */
const WAIT = { timeout: 10_000 };

const news = () => screen.findByRole('region', { name: 'Notifications' }, WAIT);

/** Opens a folder on a server that answers an undo. */
async function open(undo: FakeReply) {
  const server = fakeServer({ Trash: true }).session(anna);
  server.folder(aFolder('/', [anEntry('/b.txt', { size: 3 })]));
  server.on('POST', '/api/history/undo', undo);
  const page = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /b\.txt/ });
  const sent = () =>
    server.calls.filter(({ url }) => url === '/api/history/undo').map(({ body }) => body);
  return { server, sent, ...page };
}

const moved = { kind: 'move', path: '/b.txt', to: '/docs/b.txt' };

test('Ctrl+Z undoes the last action, says what it was, and shows it in the history', async () => {
  const { user, sent } = await open({ json: { results: [{ id: 4, ...moved, state: 'undone' }] } });
  await user.keyboard('{Control>}z{/Control}');
  const said = await within(await news()).findByText('Undone: Moved b.txt to “docs”', {}, WAIT);
  expect(said).toBeTruthy();
  expect(sent()).toEqual(['{}']);
  await user.click(within(await news()).getByRole('button', { name: 'Show in history' }));
  expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy();
});

test('an undo that has not begun when the session ends does not happen', async () => {
  const { server, user, sent } = await open({});
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('POST', '/api/history/undo', async () => {
    await answered;
    return { json: { results: [{ id: 4, ...moved, state: 'undone' }] } };
  });
  await user.keyboard('{Control>}zz{/Control}');
  await waitFor(() => expect(sent()).toEqual(['{}']), WAIT);
  // The first undo ends before the page has left for the login.
  await act(async () => {
    setToken(undefined);
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await screen.findByRole('button', { name: 'Log in' }, WAIT);
  expect(sent()).toEqual(['{}']);
});

test('an undo of several actions ends with the session, and says nothing', async () => {
  const { server, user, sent } = await open({});
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('POST', '/api/history/undo', async () => {
    await answered;
    return { json: { results: [{ id: 4, ...moved, state: 'undone' }] } };
  });
  const groups = ['first', 'second'];
  const undo = () => requestUndo({ what: 'actions', groups });
  toasts.getState().show('success', 'moved', { label: 'Undo', undoes: groups, run: undo });
  await user.click(await within(await news()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()).toEqual(['{"group":"second"}']), WAIT);
  await act(async () => {
    setToken(undefined);
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await screen.findByRole('button', { name: 'Log in' }, WAIT);
  expect(sent()).toEqual(['{"group":"second"}']);
  expect(screen.queryByText(/^Undone/)).toBeNull();
});

test('text fields keep the undo of the browser', async () => {
  const { user, sent } = await open({ json: { results: [] } });
  await user.click(await screen.findByRole('row', { name: /b\.txt/ }));
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Name' }, WAIT);
  await user.type(field, 'plan');
  await user.keyboard('{Control>}z{/Control}');
  await user.keyboard('{Escape}');
  expect(sent()).toEqual([]);
});

test('several refused items are listed with their reasons', async () => {
  const { user } = await open({
    json: {
      results: [
        { id: 5, ...moved, state: 'refused', reason: 'taken' },
        {
          id: 4,
          kind: 'move',
          path: '/a.txt',
          to: '/docs/a.txt',
          state: 'refused',
          reason: 'gone',
        },
      ],
    },
  });
  await user.keyboard('{Control>}z{/Control}');
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  expect(dialog.textContent).toContain('Couldn’t undo: Moved a.txt, b.txt to “docs”');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['a.txtIt’s no longer there.', 'b.txtSomething else has its name now.']);
});

test('without anything to undo, the page says so', async () => {
  const { user } = await open({ status: 404, text: '404 Not Found\n' });
  await user.keyboard('{Control>}z{/Control}');
  expect(await within(await news()).findByText('Nothing to undo.', {}, WAIT)).toBeTruthy();
});

test('what was refused does not keep the action before it from being undone, and is said once', async () => {
  const refused = { results: [{ id: 5, ...moved, state: 'refused', reason: 'taken' }] };
  const { user, sent } = await open({ json: refused });
  const shown = () =>
    screen.queryAllByText(/Something else has its name now/, { selector: 'li *' });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(shown()).toHaveLength(1), WAIT);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(sent()).toEqual(['{}', '{"besides":[5]}']));
  await waitFor(() => expect(shown()).toHaveLength(1));
});

test('a message offers no undo of what was undone by Ctrl+Z', async () => {
  const { user } = await open({
    json: { results: [{ id: 9, ...moved, group: 'mine', state: 'undone' }] },
  });
  const run = vi.fn<() => void>();
  for (const group of ['mine', 'other']) {
    toasts.getState().show('success', `${group} moved`, { label: 'Undo', undoes: [group], run });
  }
  await within(await news()).findByText('mine moved');
  await user.keyboard('{Control>}z{/Control}');
  await within(await news()).findByText('Undone: Moved b.txt to “docs”', {}, WAIT);
  expect(within(await news()).queryByText('mine moved')).toBeNull();
  expect(within(await news()).getByText('other moved')).toBeTruthy();
});
