import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { PageConfig } from '#contract/page-config.ts';
import type { TokenUser } from '#contract/session.ts';
import { detailsPanel } from '../../../state/details-panel.ts';
import { aShare } from '../../../testing/a-share.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });
const SEA = anEntry('/sea.jpg', { type: 'image' });
const NOTES = anEntry('/notes.txt', { type: 'text', size: 20_000 });

beforeEach(() => {
  detailsPanel.setState({ isOpen: false });
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

function open(user: TokenUser = anna, config: Partial<PageConfig> = {}) {
  const server = fakeServer(config)
    .folder(aFolder('/', [NOTES, SEA]))
    .session(user)
    .on('GET', '/api/resources/sea.jpg', { json: SEA })
    .on('GET', '/api/share/sea.jpg', { json: [] })
    .on('GET', '/api/share/notes.txt', { json: [] })
    .on('GET', '/api/raw/notes.txt', { text: 'The beginning of the notes.' })
    .on('GET', '/api/metadata/sea.jpg', { json: {} });
  return { server, ...renderRoute('/files/', { user }) };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const selectionBar = () => screen.getByRole('region', { name: 'Selection' });
const panel = () => screen.findByRole('complementary', { name: 'Details' });

test('the panel follows the selection, and shows the folder without one', async () => {
  const { user, server } = open();
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const shown = await panel();
  await within(shown).findByRole('heading', { name: 'sea.jpg' });
  expect(
    within(selectionBar()).getByRole('button', { name: 'Info' }).getAttribute('aria-pressed'),
  ).toBe('true');

  await user.click(await row('notes.txt'));
  await within(shown).findByRole('heading', { name: 'notes.txt' });
  await within(shown).findByText('The beginning of the notes.');
  const asked = server.calls.find(({ url }) => url.startsWith('/api/raw/notes.txt'));
  expect(asked?.headers.get('range')).toBe('bytes=0-2047');

  await user.keyboard('{Escape}');
  await within(shown).findByRole('heading', { name: 'My files' });
});

test('Escape in the panel closes it and returns the focus', async () => {
  const { user } = open();
  const sea = await row('sea.jpg');
  await user.click(sea);
  sea.focus();
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  const close = await within(await panel()).findByRole('button', { name: 'Close details' });
  close.focus();
  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull());
  expect(document.activeElement).toBe(await row('sea.jpg'));
  expect(sea.getAttribute('aria-selected')).toBe('true');
});

test('a photo shows what its camera has stored', async () => {
  const { user, server } = open();
  server.on('GET', '/api/metadata/sea.jpg', {
    json: {
      photo: {
        camera: 'FUJIFILM X-T5',
        takenAt: '2025-07-12T08:20:11',
        exposureSeconds: 0.004,
        aperture: 2.8,
        iso: 1600,
        focalLengthMm: 35,
        place: { latitude: -46.41, longitude: 11.5 },
      },
    },
  });
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const photo = await within(await panel()).findByRole('region', { name: 'Photo' });
  expect(photo.textContent).toContain('FUJIFILM X-T5');
  expect(photo.textContent.replaceAll('\u00a0', ' ')).toContain(
    '1/250 s · ƒ/2.8 · ISO 1600 · 35 mm',
  );
  expect(photo.textContent).toContain('46.41° S, 11.5° E');
  expect(photo.textContent).not.toContain('Lens');
});

test('share links of the item are listed, and its dialog opens from there', async () => {
  const { user, server } = open();
  server.on('GET', '/api/share/sea.jpg', { json: [aShare({ path: '/sea.jpg', hash: 'Sea-1' })] });
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const links = await within(await panel()).findByRole('region', { name: 'Share links' });
  await within(links).findByText('Sea-1');
  expect(links.textContent).toContain('Link · Permanent');
  await user.click(within(links).getByRole('button', { name: 'Manage' }));
  expect(await screen.findByRole('dialog', { name: /Share “.*sea\.jpg.*”/ })).toBeTruthy();
});

test('administrators see the activity of the item, other users do not', async () => {
  const moved: AuditEntry = {
    id: 1,
    at: Date.parse('2026-01-02T03:04:05Z'),
    act: 'move',
    username: 'bert',
    address: '192.0.2.7',
    about: '/old.jpg',
    destination: '/sea.jpg',
    status: 200,
  };
  const { user, server } = open(admin);
  server.on('GET', '/api/audit', {
    json: { entries: [moved], hasMore: false, keptMs: 1, keepsDownloads: false },
  });
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const activity = await within(await panel()).findByRole('region', { name: 'Activity' });
  expect(activity.textContent).toMatch(/bert.* moved .*old\.jpg.* to .*sea\.jpg/);
  expect(server.calls.map(({ url }) => url)).toContain('/api/audit?path=%2Fsea.jpg&limit=8');
});

test('other users do not ask for the activity', async () => {
  const { user, server } = open();
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  await within(await panel()).findByText('Not shared');
  expect(server.calls.some(({ url }) => url.startsWith('/api/audit'))).toBe(false);
});

test('the preview has the shape of its picture, within limits', async () => {
  const { user } = open(anna, { EnableThumbs: true, ResizePreview: true });
  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const shown = await panel();
  const picture = await waitFor(() => {
    const found = shown.querySelector('img');
    if (!found) throw new Error('The panel shows no picture yet.');
    return found;
  });
  const shapeOf = (width: number, height: number) => {
    Object.defineProperties(picture, {
      naturalWidth: { value: width, configurable: true },
      naturalHeight: { value: height, configurable: true },
    });
    fireEvent.load(picture);
    return picture.parentElement?.style.aspectRatio;
  };
  expect(shapeOf(1_600, 1_000)).toMatch(/^1\.6\b/);
  expect(shapeOf(1_000, 4_000)).toMatch(/^0\.8\b/);
  expect(shapeOf(9_000, 1_000)).toMatch(/^3\b/);
});
