import { MAX_LOGO_BYTES, type LogoState } from '#contract/logo.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { someSettings } from '../../testing/some-settings.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });
const PNG = new File(['png'], 'logo.png', { type: 'image/png' });
const PROBLEM = 'Choose an SVG, PNG, JPEG or WebP image of at most 256 KiB.';

/** Opens the settings of a server that stores a logo. */
async function open(state: LogoState = { source: 'default', isUploaded: false }) {
  const kept = { state };
  const server = fakeServer()
    .session(admin)
    .on('GET', '/api/settings', { json: someSettings() })
    .on('GET', '/api/settings/logo', () => ({ json: kept.state }))
    .on('PUT', '/api/settings/logo', () => {
      kept.state = { source: 'uploaded', isUploaded: true };
      return { text: '200 OK\n' };
    })
    .on('DELETE', '/api/settings/logo', () => {
      kept.state = { source: 'default', isUploaded: false };
      return { text: '200 OK\n' };
    });
  const { user } = renderRoute('/settings/global', { user: admin });
  const group = await screen.findByRole('group', { name: 'Logo' });
  const changes = () =>
    server.calls.filter(({ method, url }) => method !== 'GET' && url === '/api/settings/logo');
  return { server, user, group, changes };
}

const chosen = () => document.querySelector<HTMLInputElement>('input[type="file"]');
function choose(file: File): void {
  const input = chosen();
  if (input === null) throw new Error('there is no file input');
  fireEvent.change(input, { target: { files: [file] } });
}
const addressOf = (group: HTMLElement) => group.querySelector('img')?.getAttribute('src');

test('a chosen image is uploaded at once, and the page shows the new logo', async () => {
  const { group, changes } = await open();
  const before = addressOf(group);
  choose(PNG);
  expect(await screen.findByText('Logo changed.')).toBeTruthy();
  expect(changes().map(({ method, url }) => `${method} ${url}`)).toEqual([
    'PUT /api/settings/logo',
  ]);
  expect(addressOf(group)).not.toBe(before);
  // The draft of the form is not concerned.
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Use default logo' })).toBeTruthy();
});

test('an image whose type the system does not know is sent, and the server determines it', async () => {
  const { changes } = await open();
  choose(new File(['webp'], 'logo.webp', { type: '' }));
  expect(await screen.findByText('Logo changed.')).toBeTruthy();
  expect(changes()).toHaveLength(1);
});

test('an uploaded logo is removed, and the button goes with it', async () => {
  const { user, changes } = await open({ source: 'uploaded', isUploaded: true });
  await user.click(await screen.findByRole('button', { name: 'Use default logo' }));
  expect(await screen.findByText('Logo changed.')).toBeTruthy();
  expect(changes().map(({ method }) => method)).toEqual(['DELETE']);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Use default logo' })).toBeNull(),
  );
});

test.each([
  ['another type', new File(['gif'], 'logo.gif', { type: 'image/gif' })],
  ['too large', new File([new Uint8Array(MAX_LOGO_BYTES + 1)], 'a.png', { type: 'image/png' })],
])('an image of %s is not sent, and the page says what fits', async (_, file) => {
  const { group, changes } = await open();
  choose(file);
  expect((await within(group).findByRole('alert')).textContent).toBe(PROBLEM);
  expect(changes()).toEqual([]);
  choose(PNG);
  await screen.findByText('Logo changed.');
  expect(screen.queryByText(PROBLEM)).toBeNull();
});

test.each([
  [400, PROBLEM],
  [413, PROBLEM],
  [507, 'The disk is full.'],
])('a refusal with %i is explained, and the logo stays', async (status, text) => {
  const { server, group } = await open();
  server.on('PUT', '/api/settings/logo', { status });
  const before = addressOf(group);
  choose(PNG);
  expect((await within(group).findByRole('alert')).textContent).toBe(text);
  expect(addressOf(group)).toBe(before);
});

test('a logo in the branding folder is mentioned, because it comes first', async () => {
  await open({ source: 'folder', isUploaded: true });
  expect(
    await screen.findByText(/^The logo in the branding folder is shown instead\. SVG, PNG/),
  ).toBeTruthy();
});
