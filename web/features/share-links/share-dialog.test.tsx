import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '#contract/files.ts';
import type { Share } from '#contract/shares.ts';
import { aShare } from '../../testing/a-share.ts';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import type { UserEvent } from '@testing-library/user-event';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
const docs = anEntry('/docs', { isDir: true });
const report = anEntry('/report.pdf');
const broken = anEntry('/broken', { type: 'invalid_link', isSymlink: true });

const OF_DOCS = '/api/share/docs/';
const OF_REPORT = '/api/share/report.pdf';
const IN_THREE_DAYS = Math.floor(Date.now() / 1_000) + 3 * 86_400;

let copied: string[] = [];

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  copied = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const dialog = () => screen.findByRole('dialog', { name: /^Share/ });
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const term = (name: string) => screen.getByRole('radio', { name });
const question = () => within(document.querySelector<HTMLElement>('dialog') ?? document.body);
/** Opens the menu of a share, and returns one of its entries. */
async function menuItem(user: UserEvent, name: string, nth = 0) {
  const buttons = await question().findAllByRole('button', { name: 'More actions' });
  await user.click(buttons[nth] ?? document.body);
  return screen.findByRole('menuitem', { name });
}
const choose = async (user: UserEvent, name: string) => user.click(await menuItem(user, name));
const cards = () => screen.getAllByRole('listitem', { name: /^Share link/ });
const sent = (server: FakeServer, method: string) =>
  server.calls.filter((call) => call.method === method && !call.url.includes('/renew'));

function serverWith(shares: Readonly<Record<string, readonly Share[]>>): FakeServer {
  const server = fakeServer().folder(aFolder('/', [docs, report, broken]));
  for (const [url, json] of Object.entries(shares)) server.on('GET', url, { json });
  return server;
}

async function share(server: FakeServer, entry: Entry, user = anna) {
  server.session(user);
  const page = renderRoute('/files/', { user });
  // Replaces the clipboard, so that tests can read copied texts.
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  await page.user.click(await row(entry.name));
  await page.user.keyboard('{Control>}{Shift>}S{/Shift}{/Control}');
  await dialog();
  return page;
}

test('without shares, the form is open, and cancelling it closes the dialog', async () => {
  const { user } = await share(serverWith({ [OF_DOCS]: [] }), docs);

  await waitFor(() => expect(document.activeElement).toBe(term('Never')));
  expect(screen.getByText(/view and download everything in “.*docs.*”, including/)).toBeTruthy();
  await user.click(button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('permanent shares come first, the others by expiry; cancelling the form returns to them', async () => {
  const shares = [
    aShare({ hash: 'late', expire: IN_THREE_DAYS }),
    aShare({ hash: 'soon', expire: IN_THREE_DAYS - 86_400, hasPassword: true }),
    aShare({ hash: 'ever', opened: 1, downloaded: 1_200, lastUsed: new Date().toISOString() }),
  ];
  const { user } = await share(serverWith({ [OF_DOCS]: shares }), docs);

  await screen.findByText('ever');
  const [first, second, third] = cards().map((card) => card.textContent);
  expect(first).toMatch(
    /^Anyone with the linkPermanentOpened onceDownloaded 1,200 timesLast used just now.*localhost:3000\/share\/everCopy link$/,
  );
  expect(second).toMatch(
    /Expires in 2 days .*Password-protectedNot used yet.*share\/soonCopy link$/,
  );
  expect(third).toMatch(/Expires in 3 days.*share\/lateCopy link$/);
  // Shares that load late get the focus, too: the next key copies the first one.
  expect(document.activeElement?.textContent).toBe('Copy link');
  await user.click(button('New share link'));
  expect(document.activeElement).toBe(term('Never'));
  await user.keyboard('{Escape}');
  expect(cards()).toHaveLength(3);
  expect(document.activeElement).toBe(button('New share link'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new share has the requested options, is at the top, and is copied by the next key', async () => {
  const old = aShare({ hash: 'old' });
  const made = aShare({ hash: 'made', expire: IN_THREE_DAYS, hasPassword: true });
  const server = serverWith({ [OF_DOCS]: [old] });
  server.on('POST', OF_DOCS, () => {
    server.on('GET', OF_DOCS, { json: [old, made] });
    return { json: made };
  });
  const { user } = await share(server, docs);

  await user.click(await screen.findByRole('button', { name: 'New share link' }));
  await user.click(term('Custom'));
  await user.clear(field('Expires after'));
  await user.type(field('Expires after'), '3');
  await user.selectOptions(screen.getByLabelText('Unit'), 'Days');
  await user.type(field('Password (optional)'), '  open sesame ');
  expect(screen.getByText(/until .* They need the password to open it\.$/)).toBeTruthy();
  await user.keyboard('{Enter}');

  expect(await screen.findByText('Share link created and copied')).toBeTruthy();
  expect(copied).toEqual([`${location.origin}/share/made`]);
  const [request] = sent(server, 'POST');
  expect(request?.url).toBe(OF_DOCS);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    password: 'open sesame',
    expires: '3',
    unit: 'days',
  });
  const [first] = cards();
  expect(first?.textContent).toMatch(/made.*open sesame/);
  expect(document.activeElement?.textContent).toBe('Copy link');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copied'));
  expect(copied).toHaveLength(2);
  expect(within(await dialog()).getByText('Copied to clipboard.')).toBeTruthy();
});

test('the expiry and the password of a share can be changed later', async () => {
  const old = aShare({ hash: 'old', hasPassword: true });
  const server = serverWith({ [OF_DOCS]: [old] });
  const changed = aShare({ hash: 'old', expire: IN_THREE_DAYS });
  server.on('PATCH', '/api/links/old', () => {
    server.on('GET', OF_DOCS, { json: [changed] });
    return { json: changed };
  });
  const { user } = await share(server, docs);

  await choose(user, 'Edit share link');
  await waitFor(() => expect(document.activeElement).toBe(term('Unchanged')));
  await user.click(term('7 days'));
  await user.click(screen.getByRole('checkbox', { name: 'Remove password' }));
  await user.click(button('Save'));

  await waitFor(() => expect(cards()[0]?.textContent).toMatch(/Expires in 3 days/));
  expect(JSON.parse(sent(server, 'PATCH')[0]?.body ?? '')).toEqual({
    password: '',
    expires: '7',
    unit: 'days',
  });
  expect(cards()[0]?.textContent).not.toContain('Password-protected');
  expect(document.activeElement).toBe(question().getByRole('button', { name: 'More actions' }));
});

test('a generated password is visible so that it can be passed on', async () => {
  const { user } = await share(serverWith({ [OF_DOCS]: [] }), docs);
  await screen.findByRole('radio', { name: 'Never' });
  const password = field('Password (optional)');
  expect(password.type).toBe('password');

  await user.click(button('Generate'));

  expect(password.type).toBe('text');
  expect(password.value).toMatch(/^\w{4}(-\w{4}){3}$/);
  await user.click(button('Copy password'));
  await waitFor(() => expect(copied).toEqual([password.value]));
});

test('an invalid number of units is reported, and nothing is created', async () => {
  const server = serverWith({ [OF_DOCS]: [] });
  const { user } = await share(server, docs);
  await user.click(await screen.findByRole('radio', { name: 'Custom' }));
  await user.clear(field('Expires after'));
  await user.type(field('Expires after'), 'soon{Enter}');

  expect(screen.getByRole('alert').textContent).toBe(
    'Enter a whole number from 0 to 2,147,483,647.',
  );
  expect(sent(server, 'POST')).toEqual([]);
});

test('a failed creation is reported in the form, which keeps its input', async () => {
  const server = serverWith({ [OF_DOCS]: [] });
  const { user } = await share(server, docs);
  await user.click(await screen.findByRole('radio', { name: 'Custom' }));
  await user.clear(field('Expires after'));
  await user.type(field('Expires after'), '12');
  await user.type(field('Password (optional)'), 'secret');

  server.on('POST', OF_DOCS, { status: 403, text: '403 Forbidden\n' });
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Couldn’t create the share link. You don’t have permission to do this.',
  );
  server.unplug();
  await user.click(button('Create and copy link'));
  expect(
    await screen.findByText('Couldn’t create the share link. Can’t connect to the server.'),
  ).toBeTruthy();
  expect(field('Expires after').value).toBe('12');
  expect(field('Password (optional)').value).toBe('secret');
});

test('a direct link is offered only for files without a password', async () => {
  const open = aShare({ hash: 'open', path: '/report.pdf', isDir: false });
  const locked = aShare({ ...open, hash: 'locked', hasPassword: true });
  const { user } = await share(serverWith({ [OF_REPORT]: [open, locked] }), report);

  await screen.findByText('open');
  await menuItem(user, 'Edit share link', 1);
  expect(screen.queryByRole('menuitem', { name: 'Copy download link' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(await dialog()).toBeTruthy();
  await choose(user, 'Copy download link');
  const address = `${location.origin}/api/public/dl/open/report.pdf`;
  await waitFor(() => expect(copied).toEqual([address]));
  await waitFor(() => expect(document.activeElement).toBe(button('Copied')));
});

test('an address that the browser cannot copy is shown selected', async () => {
  const { user } = await share(serverWith({ [OF_DOCS]: [aShare({ hash: 'open' })] }), docs);
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new Error('no'));

  await user.click(await screen.findByRole('button', { name: 'Copy link' }));

  const address = await screen.findByLabelText<HTMLInputElement>(/Link to copy/);
  expect(address.value).toBe(`${location.origin}/share/open`);
  expect(document.activeElement).toBe(address);
  expect(screen.getAllByText('Permission denied!').length).toBeGreaterThan(0);
});

test('deleting a share asks, and deleting the last one opens the form', async () => {
  const server = serverWith({ [OF_DOCS]: [aShare({ hash: 'one' }), aShare({ hash: 'two' })] });
  const end = (hash: string, left: readonly Share[]) =>
    server.on('DELETE', `/api/share/${hash}`, () => {
      server.on('GET', OF_DOCS, { json: left });
      return { text: '200 OK\n' };
    });
  end('one', [aShare({ hash: 'two' })]);
  end('two', []);
  const { user } = await share(server, docs);
  await screen.findByText('one');

  const deleteFirst = async () => {
    await choose(user, 'Delete share link');
    await screen.findByText(/will stop working for everyone/);
  };
  await deleteFirst();
  expect(document.activeElement).toBe(button('Keep share link'));
  await user.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions');
  expect(question().queryByRole('group')).toBeNull();
  expect(sent(server, 'DELETE')).toEqual([]);

  await deleteFirst();
  await user.click(
    within(question().getByRole('group')).getByRole('button', { name: 'Delete share link' }),
  );
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(screen.getByText('Share link deleted.')).toBeTruthy();
  expect(document.activeElement).toBe(button('New share link'));

  await deleteFirst();
  await user.click(
    within(question().getByRole('group')).getByRole('button', { name: 'Delete share link' }),
  );
  expect(await screen.findByRole('radio', { name: 'Never' })).toBeTruthy();
});

test('a share that cannot be deleted stays with the reason; an ended one disappears', async () => {
  const server = serverWith({ [OF_DOCS]: [aShare({ hash: 'one' }), aShare({ hash: 'two' })] });
  server.on('DELETE', '/api/share/one', { status: 500 });
  const { user } = await share(server, docs);
  await screen.findByText('one');
  await choose(user, 'Delete share link');
  const confirm = () =>
    user.click(
      within(question().getByRole('group')).getByRole('button', { name: 'Delete share link' }),
    );

  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server couldn’t complete the request. Try again later.',
  );
  expect(cards()).toHaveLength(2);

  server.on('DELETE', '/api/share/one', { status: 404 });
  server.on('GET', OF_DOCS, { json: [aShare({ hash: 'two' })] });
  await confirm();
  await waitFor(() => expect(cards()).toHaveLength(1));
});

test('a share with a replaced item says so, and its owner can adopt the new item', async () => {
  const replaced = aShare({ hash: 'old', path: '/report.pdf', isDir: false, state: 'replaced' });
  const server = serverWith({ [OF_REPORT]: [replaced] });
  server.on('POST', '/api/links/old/adopt', () => {
    server.on('GET', OF_REPORT, { json: [{ ...replaced, state: 'live' }] });
    return { json: { ...replaced, state: 'live' } };
  });
  const { user } = await share(server, report);

  expect(await screen.findByText(/^A different item now has this name/)).toBeTruthy();
  await user.click(button('Share the current file'));
  await waitFor(() => expect(screen.queryByText(/^A different item/)).toBeNull());
});

test('administrators see the owner of other users’ shares', async () => {
  const admin = aTokenUser({ id: 7, perm: { ...anna.perm, admin: true } });
  const shares = [
    aShare({ hash: 'own', userID: 7, username: 'admin' }),
    aShare({ hash: 'other', userID: 2, username: 'bob' }),
  ];
  await share(serverWith({ [OF_DOCS]: shares }), docs, admin);

  await screen.findByText('own');
  expect(screen.getAllByText(/^Created by/).map((fact) => fact.textContent)).toEqual([
    expect.stringContaining('bob'),
  ]);
});

test('the QR code of a share can be shown and hidden', async () => {
  const { user } = await share(serverWith({ [OF_DOCS]: [aShare({ hash: 'open' })] }), docs);

  await choose(user, 'Show QR code');
  expect(screen.getByRole('img', { name: 'QR code for share link open' })).toBeTruthy();
  expect(document.activeElement).toBe(question().getByRole('button', { name: 'More actions' }));
  await choose(user, 'Hide QR code');
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull();
});

test('shares that fail to load can be retried', async () => {
  const server = serverWith({});
  server.on('GET', OF_DOCS, { status: 500 });
  const { user } = await share(server, docs);

  expect(
    await screen.findByText('The server couldn’t complete the request. Try again later.'),
  ).toBeTruthy();
  server.on('GET', OF_DOCS, { json: [aShare({ hash: 'open' })] });
  await user.click(button('Try again'));
  expect(await screen.findByText('open')).toBeTruthy();
});

test('uses of a share load page by page, and closing them returns to the shares', async () => {
  const uses = [
    { id: 9, kind: 'wrong-password', path: '/', bytes: 0, whole: true },
    { id: 8, kind: 'downloaded', path: '', bytes: 2_048, whole: false },
  ].map((use) => ({ ...use, time: '2026-01-02T03:04:05Z', address: '192.0.2.7' }));
  const older = { ...uses[0], id: 3, kind: 'viewed', path: '/trip/a.jpg' };
  const server = serverWith({ [OF_DOCS]: [aShare({ hash: 'open' })] });
  server.on('GET', '/api/links/open/uses', ({ url }) =>
    url.endsWith('?before=8')
      ? { json: { uses: [older], more: false } }
      : { json: { uses, more: true } },
  );
  const { user } = await share(server, docs);

  await choose(user, 'Show activity');
  expect(await screen.findByText(/^Wrong password/)).toBeTruthy();
  expect(screen.getByText(/2 KiB.*sent · interrupted · from .*192\.0\.2\.7/)).toBeTruthy();
  await user.click(button('Show older'));
  expect(await screen.findByText('trip/a.jpg')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('trip/a.jpg');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('open')).toBeTruthy();
});

test('sharing the displayed folder shares the home folder, and says so', async () => {
  const server = serverWith({ '/api/share/': [] }).session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  await row('report.pdf');

  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Share' }));

  expect(await screen.findByText(/^This shares your whole home folder/)).toBeTruthy();
  expect(server.calls.some(({ url }) => url === '/api/share/')).toBe(true);
});

test('sharing is offered for one downloadable item, not for several or a broken symlink', async () => {
  serverWith({}).session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  const isOffered = () =>
    within(screen.getByRole('region', { name: 'Selection' })).queryByRole('button', {
      name: 'Share',
    }) !== null;

  await user.click(await row('report.pdf'));
  expect(isOffered()).toBe(true);
  await user.keyboard('{Control>}');
  await user.click(await row('docs'));
  await user.keyboard('{/Control}');
  expect(isOffered()).toBe(false);
  await user.click(await row('broken'));
  expect(isOffered()).toBe(false);
});

test.each(['share', 'download'] as const)(
  'without the permission to %s, there is no sharing',
  async (permission) => {
    const user = aTokenUser({ perm: { ...anna.perm, [permission]: false } });
    const server = serverWith({}).session(user);
    const page = renderRoute('/files/', { user });

    await page.user.click(await row('report.pdf'));
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    await page.user.keyboard('{Control>}{Shift>}S{/Shift}{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.calls.some(({ url }) => url.startsWith('/api/share'))).toBe(false);
  },
);
