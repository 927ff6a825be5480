import type { HistoryEntry } from '#contract/history.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const anna = aTokenUser();
const NOON = new Date(2026, 2, 12, 12).getTime();

/** Time for parts that are loaded, on a busy machine. */
const WAIT = { timeout: 10_000 };

/** Opens the history of a server that undoes every move. */
async function open(moves: readonly Partial<HistoryEntry>[], headers: Record<string, string> = {}) {
  const server = fakeServer({ Trash: true }).session(anna);
  const entries = moves.map((move, index) => ({
    id: moves.length - index,
    kind: 'move',
    path: `/${index}.txt`,
    to: `/docs/${index}.txt`,
    at: NOON - index,
    state: 'done',
    ...move,
  }));
  server.on('GET', '/api/history', () => ({ json: entries, headers }));
  server.on('POST', '/api/history/undo', ({ body }) => {
    const { id } = JSON.parse(body ?? '{}') as { id: number };
    const undone = entries.filter((entry) => entry.id === id);
    for (const entry of undone) entry.state = 'undone';
    return { json: { results: undone } };
  });
  const page = renderRoute('/history', { user: anna });
  await screen.findByText('0.txt', {}, WAIT);
  return { server, ...page };
}

const row = (name: string) => {
  const found = screen.getByText(name).closest('li');
  if (!found) throw new Error(`no row of ${name}`);
  return found;
};

test('the names of the items stand out in the sentence about an action', async () => {
  await open([{}, { path: '/docs/1.txt', to: '/docs/<2>.txt' }]);
  expect(row('0.txt').textContent).toMatch(/^Moved 0\.txt to “docs”/);
  const renamed = row('1.txt');
  expect(renamed.textContent).toMatch(/^Renamed 1\.txt to <2>\.txt/);
  const names = [...renamed.querySelectorAll('strong')].map(({ textContent }) => textContent);
  expect(names).toEqual(['1.txt', '<2>.txt']);
});

test('after an undo by keyboard, the focus stays in the row', async () => {
  const { user } = await open([{}, {}]);
  const undo = within(row('1.txt')).getByRole('button', { name: /^Undo: Moved 1\.txt/ });
  act(() => undo.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(within(row('1.txt')).getByText('Undone')).toBeTruthy(), WAIT);
  expect(document.activeElement).toBe(row('1.txt'));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(within(row('0.txt')).getByRole('link'));
});

test('a failure to show more is explained below the list, and can be tried again', async () => {
  const more = { Link: '</api/history?after=x>; rel="next"' };
  const { server, user } = await open([{}, {}], more);
  server.unplug();
  const button = screen.getByRole('button', { name: 'Show more' });
  await user.click(button);
  const reason = await screen.findByText(/^Can’t connect to the server\./);
  expect(button.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText(/^This information may be out of date/)).toBeNull();

  server.plugIn();
  const entry = {
    id: 99,
    kind: 'move',
    path: '/z.txt',
    to: '/docs/z.txt',
    at: NOON,
    state: 'done',
  };
  server.on('GET', '/api/history', { json: [entry] });
  await user.click(button);
  expect(await screen.findByText('z.txt')).toBeTruthy();
  expect(screen.queryByText(/^Can’t connect to the server\./)).toBeNull();
});
