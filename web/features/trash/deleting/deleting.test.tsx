import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { REFUSAL_HEADER } from '#contract/refusals.ts';
import { TRASHED_HEADER } from '#contract/trash.ts';
import { setToken } from '../../../api/session-token.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const anna = aTokenUser();
const docs = anEntry('/docs', { isDir: true });
const b = anEntry('/b.txt', { size: 1_536 });
const c = anEntry('/c.txt', { size: 10 });
const ITEMS = [docs, b, c];

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const rowNames = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.hasAttribute('data-index'))
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const news = () => screen.getByRole('region', { name: 'Notifications' });

/** Opens a folder on a server with a trash, which cannot take the paths in `notTaken`. */
function open({ notTaken = [] }: { notTaken?: readonly string[] } = {}) {
  let items = ITEMS;
  const server = fakeServer({ Trash: true }).session(anna);
  const list = () => server.folder(aFolder('/', items));
  list();
  server.on('POST', '/api/trash/possible', ({ body }) => {
    const { paths } = JSON.parse(body) as { paths: string[] };
    return { json: { permanent: paths.filter((path) => notTaken.includes(path)) } };
  });
  for (const [index, { path }] of ITEMS.entries()) {
    server.on('DELETE', `/api/resources${path}`, ({ url }) => {
      items = items.filter((item) => item.path !== path);
      list();
      const isTrashed = !url.includes('permanent=true') && !notTaken.includes(path);
      return { status: 204, headers: isTrashed ? { [TRASHED_HEADER]: `${index + 1}` } : {} };
    });
  }
  const restore = () => {
    items = ITEMS;
    list();
  };
  const sent = (method: string) =>
    server.calls.filter((call) => call.method === method).map(({ url }) => url);
  return { server, sent, restore, ...renderRoute('/files/', { user: anna }) };
}

test('deleting moves into the trash without a question, and Undo restores and focuses', async () => {
  const { server, user, sent, restore } = open();
  server.on('POST', '/api/history/undo', () => {
    restore();
    return { json: { results: [{ id: 7, kind: 'delete', path: '/b.txt', state: 'undone' }] } };
  });

  await user.click(await row('b.txt'));
  expect(screen.getByRole('button', { name: 'Move to trash' })).toBeTruthy();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(within(news()).getByText(/b\.txt.* moved to trash\./)).toBeTruthy());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rowNames()).toEqual(['docs', 'c.txt']);
  expect(sent('DELETE')).toEqual(['/api/resources/b.txt?permanent=false']);

  await user.click(within(news()).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(within(news()).getByText(/b\.txt.* restored\./)).toBeTruthy());
  await waitFor(async () => expect(document.activeElement).toBe(await row('b.txt')));
  expect(rowNames()).toEqual(['docs', 'b.txt', 'c.txt']);
  expect((await row('b.txt')).getAttribute('aria-selected')).toBe('true');
  const body = server.calls.find(({ url }) => url === '/api/history/undo')?.body ?? '';
  const deletion = server.calls.find(({ method }) => method === 'DELETE');
  expect(JSON.parse(body)).toEqual({ group: deletion?.headers.get('X-Operation-Group') });
});

test('Shift and Delete delete permanently after a question', async () => {
  const { user, sent } = open();

  await user.click(await row('b.txt'));
  await user.keyboard('{Shift>}{Delete}{/Shift}');
  const asked = await screen.findByRole('dialog', { name: /Delete “.*b\.txt.*” permanently\?/ });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('DELETE')).toEqual([]);
  expect(asked.isConnected).toBe(false);

  await user.keyboard('{Shift>}{Delete}{/Shift}');
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(within(news()).getByText(/b\.txt.* deleted\./)).toBeTruthy());
  expect(sent('DELETE')).toEqual(['/api/resources/b.txt?permanent=true']);
  expect(within(news()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a question names the items that the trash cannot take', async () => {
  const { user, sent } = open({ notTaken: ['/docs'] });

  await row('docs');
  await user.keyboard('{Control>}a{/Control}{Delete}');
  const asked = await screen.findByRole('dialog', { name: 'Delete 3 items?' });
  expect(
    within(asked)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['docs']);
  expect(asked.textContent).toContain('This item can’t be moved to the trash');
  expect(asked.textContent).toContain('2 other items will be moved to the trash.');
  expect(sent('DELETE')).toEqual([]);
  await waitFor(() => expect(rowNames()).toEqual(['docs', 'b.txt', 'c.txt']));

  await user.click(within(asked).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(within(news()).getByText('2 items moved to trash.')).toBeTruthy());
  expect(within(news()).getByText('1 item deleted.')).toBeTruthy();
  expect(sent('DELETE').toSorted()).toEqual([
    '/api/resources/b.txt?permanent=false',
    '/api/resources/c.txt?permanent=false',
    '/api/resources/docs?permanent=true',
  ]);
});

test('an item that turns out not to go into the trash stays, and the question follows', async () => {
  const { server, user, sent } = open();
  server.on('DELETE', '/api/resources/docs', ({ url }) =>
    url.includes('permanent=true')
      ? { status: 204 }
      : { status: 400, headers: { [REFUSAL_HEADER]: 'not-into-trash' } },
  );

  await row('docs');
  await user.keyboard('{Control>}a{/Control}{Delete}');
  const asked = await screen.findByRole('dialog', { name: /Delete “.*docs.*” permanently\?/ });
  expect(asked.textContent).toContain('This item can’t be moved to the trash');
  await waitFor(() => expect(within(news()).getByText('2 items moved to trash.')).toBeTruthy());
  await waitFor(() => expect(rowNames()).toEqual(['docs']));

  await user.click(within(asked).getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(within(news()).getByText(/docs.* deleted\./)).toBeTruthy());
  expect(sent('DELETE')).toContain('/api/resources/docs?permanent=true');
});

test('without an answer about the trash, nothing is deleted', async () => {
  const { server, user, sent } = open();
  server.on('POST', '/api/trash/possible', { status: 500, text: '500 Internal Server Error\n' });

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  const summary = await screen.findByRole('dialog', { name: /Couldn’t delete “.*b\.txt.*”/ });
  expect(within(summary).getByRole('listitem').textContent).toContain(
    'The server couldn’t complete the request.',
  );
  await waitFor(() => expect(rowNames()).toEqual(['docs', 'b.txt', 'c.txt']));
  expect(sent('DELETE')).toEqual([]);
});

test('Undo asks where the name is taken, and keeps both by default', async () => {
  const { server, user } = open();
  const asked: unknown[] = [];
  const refused = { id: 7, kind: 'delete', path: '/b.txt', state: 'refused', reason: 'taken' };
  server
    .on('POST', '/api/history/undo', { json: { results: [refused] } })
    .on('POST', '/api/trash/restore', ({ body }) => {
      asked.push(JSON.parse(body));
      return { json: { results: [{ id: 2, status: 200, path: '/b(1).txt' }] } };
    })
    .on('GET', '/api/resources/b.txt', { json: { ...b, size: 2_048 } });

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(within(news()).getByRole('button', { name: 'Undo' })).toBeTruthy());
  await user.click(within(news()).getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: /b\.txt.* already exists/ });
  expect(dialog.textContent).toContain('In the trash: 1.5 KiB');
  expect(dialog.textContent).toContain('Existing: 2 KiB');
  const choice = within(dialog).getByRole('combobox');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Keep both', 'Replace', 'Skip']);
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(asked).toEqual([{ ids: [2], onConflict: 'rename' }]));
  await waitFor(() => expect(within(news()).getByText(/b\.txt.* restored\./)).toBeTruthy());
});

test('an item that cannot be restored is named with the reason', async () => {
  const { server, user } = open();
  server.on('POST', '/api/history/undo', {
    json: {
      results: [
        { id: 8, kind: 'delete', path: '/c.txt', state: 'refused', reason: 'forbidden' },
        { id: 7, kind: 'delete', path: '/b.txt', state: 'undone' },
      ],
    },
  });

  await user.click(await row('b.txt'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  await waitFor(() => expect(within(news()).getByText('2 items moved to trash.')).toBeTruthy());
  const said = within(news()).getByText('2 items moved to trash.').closest('li');
  if (!said) throw new Error('the message is not in a list');
  await user.click(within(said).getByRole('button', { name: 'Undo' }));
  const summary = await screen.findByRole('dialog', { name: 'Couldn’t restore 1 of 2 items' });
  expect(within(summary).getByRole('listitem').textContent).toBe(
    'c.txtYou don’t have permission to do this.',
  );
  await act(async () => {});
});

test('Undo of a deletion that is too large for the history restores from the trash', async () => {
  const { server, user } = open();
  server.on('POST', '/api/history/undo', {
    json: {
      results: [{ id: 8, kind: 'delete', path: '/c.txt', state: 'refused', reason: 'too-many' }],
    },
  });
  server.on('POST', '/api/trash/restore', ({ body }) => {
    const { ids } = JSON.parse(body) as { ids: number[] };
    const path = (id: number) => ITEMS[id - 1]?.path;
    return { json: { results: ids.map((id) => ({ id, status: 200, path: path(id) })) } };
  });

  await user.click(await row('b.txt'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  const said = (await within(news()).findByText('2 items moved to trash.')).closest('li');
  if (!said) throw new Error('the message is not in a list');
  await user.click(within(said).getByRole('button', { name: 'Undo' }));
  await within(news()).findByText('2 items restored.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Undo restores nothing more and says nothing after the session has ended', async () => {
  const { server, user, sent } = open();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('POST', '/api/history/undo', async () => {
    await answered;
    const refused = { id: 7, kind: 'delete', path: '/b.txt', state: 'refused', reason: 'too-many' };
    return { json: { results: [refused] } };
  });
  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  await user.click(await within(news()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('POST')).toContain('/api/history/undo'));

  await act(async () => {
    setToken(undefined);
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await screen.findByRole('button', { name: 'Log in' });
  expect(sent('POST')).not.toContain('/api/trash/restore');
  expect(screen.queryByText(/restored\.|Couldn’t/)).toBeNull();
});

/** Deletes two entries, of which the server does not answer for the folder yet. Returns the page, and a function that answers. */
async function openWhileDeleting() {
  const page = open();
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  page.server.on('DELETE', '/api/resources/docs', async () => {
    await isAnswered;
    return { status: 204 };
  });
  await page.user.click(await row('docs'));
  await page.user.keyboard('{Control>}');
  await page.user.click(await row('b.txt'));
  await page.user.keyboard('{/Control}{Delete}');
  await waitFor(() => expect(rowNames()).toEqual(['c.txt']));
  return { ...page, answer: () => answer() };
}

async function createFile({ user }: ReturnType<typeof open>, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New file' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
}

test('a new file appears at once although its name is that of one which is deleted with others', async () => {
  const page = await openWhileDeleting();
  page.server.on('POST', '/api/resources/b.txt', () => {
    page.server.folder(aFolder('/', [docs, anEntry('/b.txt', { type: 'blob', size: 0 }), c]));
    return { text: '200 OK' };
  });
  await waitFor(() =>
    expect(page.sent('DELETE')).toContain('/api/resources/b.txt?permanent=false'),
  );
  await createFile(page, 'b.txt');
  await waitFor(() => expect(rowNames()).toEqual(['b.txt', 'c.txt']));

  await page.user.keyboard('{Delete}');
  await waitFor(() => expect(rowNames()).toEqual(['c.txt']));
  page.answer();
});

test('a new file gets the name of a folder that is being deleted, once it is gone', async () => {
  const page = await openWhileDeleting();
  let isTaken = true;
  page.server.on('POST', '/api/resources/docs', () => {
    if (isTaken) return { status: 409, text: '409 Conflict\n' };
    page.server.folder(aFolder('/', [anEntry('/docs'), c]));
    return { text: '200 OK' };
  });
  await createFile(page, 'docs');
  await waitFor(() => expect(page.sent('POST')).toContain('/api/resources/docs?override=false'));
  expect(screen.queryByText(/already exists/)).toBeNull();
  isTaken = false;
  page.answer();
  await waitFor(() => expect(rowNames()).toContain('docs'));
});
