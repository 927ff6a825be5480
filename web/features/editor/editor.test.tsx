import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import { loadLanguage } from '../../i18n/messages.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const user = aTokenUser();
const file = anEntry('/a.txt', { type: 'text', size: 3 });
let server: FakeServer;

beforeEach(() => {
  sessionStorage.clear();
  server = fakeServer()
    .session(user)
    .folder(aFolder('/', [file]));
  server.on('GET', '/api/resources/a.txt', { json: file, headers: { ETag: '"1"' } });
  server.on('GET', '/api/raw/a.txt', { text: 'old', headers: { ETag: '"1"' } });
});

const textArea = () => screen.findByRole('textbox', { name: 'Text of a.txt' });

test('opens a text with its properties', async () => {
  renderRoute('/files/a.txt', { user });
  expect((await textArea()).textContent).toBe('old');
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveProperty('value', 'utf-8');
  expect(screen.getByRole('combobox', { name: 'Line endings' })).toHaveProperty('value', '\n');
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('without the permission to modify, saving is not possible', async () => {
  const reader = { ...user, perm: { ...user.perm, modify: false } };
  server.session(reader);
  renderRoute('/files/a.txt', { user: reader });
  expect((await textArea()).getAttribute('aria-readonly')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a file that cannot be read shows the reason and can be retried', async () => {
  server.on('GET', '/api/raw/a.txt', { status: 403, text: '403 Forbidden\n' });
  const { user: person } = renderRoute('/files/a.txt', { user });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { name: /Couldn’t open/ }).textContent).toBe(
    'Couldn’t open “a.txt”',
  );
  expect(screen.getByText('You don’t have permission to do this.')).toBeTruthy();
  server.on('GET', '/api/raw/a.txt', { text: 'old', headers: { ETag: '"1"' } });
  await person.click(retry);
  expect((await textArea()).textContent).toBe('old');
});

test('trying again without success keeps the focus on the button', async () => {
  server.on('GET', '/api/raw/a.txt', { status: 403, text: '403 Forbidden\n' });
  const { user: person } = renderRoute('/files/a.txt', { user });
  const pressed = await screen.findByRole('button', { name: 'Try again' });
  await person.click(pressed);
  await waitFor(() => expect(pressed.isConnected).toBe(false));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(document.activeElement).toBe(retry));
});

test('a missing disk is reported as in a listing', async () => {
  server.on('GET', '/api/raw/a.txt', {
    status: 503,
    headers: { 'X-Refusal': 'disk-unavailable' },
    text: '503 Service Unavailable (the served folder is not there)\n',
  });
  renderRoute('/files/a.txt', { user });
  expect(await screen.findByRole('heading', { name: 'Files unavailable' })).toBeTruthy();
  expect(screen.getByText(/^The disk with these files isn’t available right now\./)).toBeTruthy();
});

test('binary files cannot be edited', async () => {
  server.on('GET', '/api/raw/a.txt', { text: 'a\0b', headers: { ETag: '"1"' } });
  renderRoute('/files/a.txt', { user });
  await screen.findByText('This isn’t a text file');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('unsaved text of an ended session is offered and can be discarded', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  const { user: person } = renderRoute('/files/a.txt', { user });
  await person.click(await screen.findByRole('button', { name: 'Restore' }));
  expect((await textArea()).textContent).toBe('older');
  expect(screen.getByRole('img', { name: 'Unsaved changes' })).toBeTruthy();
  expect(sessionStorage.getItem('draft:1:/a.txt')).not.toBeNull();
});

test('a restored and saved text leaves no draft', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  server.on('PUT', '/api/resources/a.txt', { headers: { ETag: '"2"' } });
  const { user: person } = renderRoute('/files/a.txt', { user });
  await person.click(await screen.findByRole('button', { name: 'Restore' }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sessionStorage.getItem('draft:1:/a.txt')).toBeNull());
  const sent = server.calls.find(({ method }) => method === 'PUT');
  expect([sent?.body, sent?.headers.get('If-Match')]).toEqual(['older', '"1"']);
});

test('a text that is discarded when it is left is not offered again', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  const { user: person, address, go } = renderRoute('/files/a.txt', { user });
  await person.click(await screen.findByRole('button', { name: 'Restore' }));
  await act(() => go('/files/'));
  const question = within(await screen.findByRole('dialog'));
  await person.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/files/'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text of a.txt' })).toBeNull());
  expect(sessionStorage.getItem('draft:1:/a.txt')).toBeNull();
});

test('an offered draft stays while other changes are made and undone', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  const { user: person } = renderRoute('/files/a.txt', { user });
  await screen.findByRole('button', { name: 'Restore' });
  const ends = screen.getByRole('combobox', { name: 'Line endings' });
  await person.selectOptions(ends, '\r\n');
  await screen.findByRole('img', { name: 'Unsaved changes' });
  await person.selectOptions(ends, '\n');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Unsaved changes' })).toBeNull());
  expect(sessionStorage.getItem('draft:1:/a.txt')).toBe(JSON.stringify(draft));
});

test('a save before leaving does not go on after a newer navigation', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('PUT', '/api/resources/a.txt', async () => {
    await answered;
    return { headers: { ETag: '"2"' } };
  });
  const { user: person, address, go } = renderRoute('/files/a.txt', { user });
  await person.click(await screen.findByRole('button', { name: 'Restore' }));
  await act(() => go('/history'));
  const question = within(await screen.findByRole('dialog'));
  await person.click(question.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'PUT')).toBe(true));
  await act(() => go('/files/'));
  await screen.findByRole('dialog');
  answer();
  await waitFor(() => expect(sessionStorage.getItem('draft:1:/a.txt')).toBeNull());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(address()).toBe('/files/a.txt');
  const newer = within(screen.getByRole('dialog'));
  await person.click(newer.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(address()).toBe('/files/'));
});

test('the menu hides shortcuts that have another meaning in a text', async () => {
  const { user: person } = renderRoute('/files/a.txt', { user });
  await textArea();
  await person.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menuitem', { name: /^Go to line/ });
  const keysOf = (name: RegExp) =>
    [...screen.getByRole('menuitem', { name }).querySelectorAll('kbd')].map(
      (key) => key.textContent,
    );
  expect(keysOf(/^Go to line/)).toEqual(['Ctrl', 'Alt', 'G']);
  expect(keysOf(/^Download/)).toEqual([]);
  expect(keysOf(/^Delete/)).toEqual([]);
});

test('a change of the language keeps the open text with unsaved changes', async () => {
  const draft = { text: 'older', encoding: 'utf-8', version: '"1"', savedAt: 0 };
  sessionStorage.setItem('draft:1:/a.txt', JSON.stringify(draft));
  const { user: person } = renderRoute('/files/a.txt', { user });
  await person.click(await screen.findByRole('button', { name: 'Restore' }));
  const area = await textArea();

  await act(() => loadLanguage('de'));

  await waitFor(() => expect(area.getAttribute('aria-label')).not.toBe('Text of a.txt'));
  expect(area.isConnected).toBe(true);
  expect(area.textContent).toBe('older');
  await act(() => loadLanguage('en'));
});

test('text is found, counted and replaced, and Escape returns to the text', async () => {
  server.on('GET', '/api/raw/a.txt', { text: 'one two One', headers: { ETag: '"1"' } });
  const { user: person } = renderRoute('/files/a.txt', { user });
  const text = await textArea();
  await person.click(screen.getByRole('button', { name: 'Find and replace' }));
  const panel = within(await screen.findByRole('search', { name: 'Find and replace' }));
  const field = panel.getByRole<HTMLInputElement>('textbox', { name: 'Find' });
  await waitFor(() => expect(document.activeElement).toBe(field));

  await person.type(field, 'onx');
  expect(panel.getByText('0/0')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  // Typed in the middle of the text.
  await person.type(field, '{ArrowLeft}e{Delete}');
  expect(field.value).toBe('one');
  expect(panel.getByText('1/2')).toBeTruthy();
  await person.keyboard('{Enter}');
  expect(panel.getByText('2/2')).toBeTruthy();
  const matchCase = panel.getByRole('button', { name: 'Match case' });
  await person.click(matchCase);
  expect(matchCase.getAttribute('aria-pressed')).toBe('true');
  expect(panel.getByText('1/1')).toBeTruthy();

  await person.type(panel.getByRole('textbox', { name: 'Replace with' }), 'three');
  await person.click(panel.getByRole('button', { name: 'Replace all' }));
  expect(text.textContent).toBe('three two One');
  await person.click(field);
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('search', { name: 'Find and replace' })).toBeNull();
  expect(document.activeElement).toBe(text);
});
