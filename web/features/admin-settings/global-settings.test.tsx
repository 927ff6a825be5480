import type { SettingsChanges, ShownSettings } from '#contract/settings.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theme } from '../../state/theme.ts';
import { aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { someSettings } from '../../testing/some-settings.ts';
import { stopTimers } from '../../testing/stop-timers.ts';
import { changedSettings } from './settings-fields.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

/** Fake server that stores the settings. */
function serving(settings: Partial<ShownSettings> = {}) {
  const kept = { settings: someSettings(settings) };
  const server = fakeServer()
    .session(admin)
    .on('GET', '/api/settings', () => ({ json: kept.settings }))
    .on('GET', '/api/settings/logo', { json: { source: 'default', isUploaded: false } })
    .on('POST', '/api/rules/try', { json: { allowed: true, problems: [] } })
    .on('PUT', '/api/settings', ({ body }) => {
      kept.settings = changedSettings(kept.settings, JSON.parse(body) as SettingsChanges);
      return { text: '200 OK\n' };
    });
  return { server, kept };
}

async function open(settings: Partial<ShownSettings> = {}) {
  const { server, kept } = serving(settings);
  const page = renderRoute('/settings/global', { user: admin });
  await screen.findByLabelText('Name');
  return { server, kept, ...page };
}

const changes = (server: ReturnType<typeof fakeServer>) =>
  server.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body) as SettingsChanges);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
/** Returns the description of a field. */
const hintOf = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save' });
const brand = () => document.documentElement.style.getPropertyValue('--brand-shape-on-light');

test('only changes are sent, and the page applies them at once', async () => {
  const { server, user } = await open();
  await waitFor(() => expect(document.title).toBe('Global settings – File Browser'));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();

  await user.click(box('Allow sign-up'));
  await user.type(field('Name'), 'Shop');
  await user.type(field('Accent colour'), '#e91e63');
  const themes = screen.getByRole('group', { name: 'Theme' });
  await user.click(within(themes).getByRole('radio', { name: 'Dark' }));
  await user.click(box('Hide external links'));
  await user.click(box('Hide disk usage'));
  await user.clear(field('Retries'));
  await user.type(field('Retries'), '7');
  await user.click(save());

  expect(await screen.findByText('Settings updated!')).toBeTruthy();
  expect(changes(server)).toEqual([
    {
      signup: true,
      branding: {
        name: 'Shop',
        color: '#e91e63',
        theme: 'dark',
        disableExternal: true,
        disableUsedPercentage: true,
      },
      tus: { retryCount: 7 },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  await waitFor(() => expect(document.title).toBe('Global settings – Shop'));
  expect(screen.getAllByText('Shop').length).toBeGreaterThan(1);
  expect(brand()).toBe('rgb(233 30 99)');
  expect(theme.getState().theme).toBe('dark');
  expect(window.FileBrowser.Signup).toBe(true);
});

test('name and colour have a preview in light and dark', async () => {
  const { user } = await open();
  const preview = screen.getByRole('figure', { name: 'Preview' });
  expect(within(preview).getAllByText('File Browser')).toHaveLength(2);
  await user.type(field('Name'), 'Shop');
  expect(within(preview).getAllByText('Shop')).toHaveLength(2);

  await user.type(field('Accent colour'), '#ffee00');
  const look = preview.querySelector<HTMLElement>('[data-theme="light"]');
  expect(look?.style.getPropertyValue('--brand-fill-on-dark')).toBe('rgb(255 238 0)');
  expect(screen.getByText(/^Text is hard to read in this colour/)).toBeTruthy();
  expect(field('Pick a colour').value).toBe('#ffee00');
});

test('invalid input is reported at its field, and nothing is sent', async () => {
  const { server, user } = await open();
  await user.type(field('Accent colour'), 'red');
  await user.clear(field('Retries'));
  await user.type(field('Retries'), '-1');
  await user.click(save());

  expect(await screen.findByText('Enter a colour like #2979ff.')).toBeTruthy();
  expect(screen.getByText('Enter a whole number from 0 to 65535.')).toBeTruthy();
  expect(screen.getByText('Fix the highlighted fields to save.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Accent colour'));
  expect(changes(server)).toEqual([]);
});

test('a refusal is reported at the field it names', async () => {
  const { server, user } = await open();
  server.on('PUT', '/api/settings', {
    status: 400,
    text: '400 Bad Request (branding.files: there is no such folder)\n',
  });
  await user.type(field('Branding folder'), '/nowhere');
  await user.click(save());
  expect(await screen.findByText('there is no such folder')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Branding folder')));

  await user.clear(field('Branding folder'));
  expect(screen.queryByText('there is no such folder')).toBeNull();
});

test('a refused rule is reported at that rule', async () => {
  const rule = { regex: false, allow: false, path: '/a', regexp: null };
  const { server, user } = await open({ rules: [rule, { ...rule, path: '/b' }] });
  server.on('PUT', '/api/settings', {
    status: 400,
    text: '400 Bad Request (rules.1: the path is too long, or not readable text)\n',
  });
  await user.type(field('Rule 2: path'), 'c');
  await user.click(save());
  const row = screen.getByRole('listitem', { name: 'Rule 2' });
  expect(await within(row).findByText(/^the path is too long/)).toBeTruthy();
});

test('a failure without a field is shown beside Save, and changes stay', async () => {
  const { server, user } = await open();
  await user.click(box('Allow sign-up'));
  server.unplug();
  await user.click(save());
  expect(await screen.findByText('Can’t connect to the server.')).toBeTruthy();
  expect(box('Allow sign-up').checked).toBe(true);

  server.plugIn();
  await user.click(save());
  expect(await screen.findByText('Settings updated!')).toBeTruthy();
});

test('the chunk size applies on blur, in the largest unit', async () => {
  const { server, user } = await open();
  expect(field('Chunk size').value).toBe('10MB');
  await user.clear(field('Chunk size'));
  await user.type(field('Chunk size'), '2048k');
  await user.tab();
  expect(field('Chunk size').value).toBe('2MB');
  await user.click(save());
  await screen.findByText('Settings updated!');
  expect(changes(server)).toEqual([{ tus: { chunkSize: 2_097_152 } }]);
});

test('an invalid size becomes one megabyte after a pause', async () => {
  const { user } = await open();
  await user.click(field('Chunk size'));
  const pass = stopTimers();
  fireEvent.input(field('Chunk size'), { target: { value: 'muc' } });
  await pass(1_000);
  fireEvent.input(field('Chunk size'), { target: { value: 'much' } });
  await pass(1_499);
  expect(field('Chunk size').value).toBe('much');
  expect(screen.queryByText('Invalid size. 1MB is used.')).toBeNull();
  await pass(1);
  expect(field('Chunk size').value).toBe('1MB');
  expect(screen.getByText('Invalid size. 1MB is used.')).toBeTruthy();
  expect(save()).toBeTruthy();
});

test('an example shows the home folder of a new user', async () => {
  const { server, user } = await open();
  expect(screen.getByText(/gets \/users\/anna\./)).toBeTruthy();
  await user.click(box('Create a home folder for each new user'));
  expect(field('Scope').disabled).toBe(true);
  await user.clear(field('Location of home folders'));
  await user.type(field('Location of home folders'), '/people/');
  expect(screen.getByText(/gets \/people\/anna\./)).toBeTruthy();
  await user.click(save());
  await screen.findByText('Settings updated!');
  expect(changes(server)).toEqual([{ createUserDir: true, userHomeBasePath: '/people/' }]);
});

test('new users start with the chosen defaults', async () => {
  const { server, user } = await open();
  await user.click(box('Delete'));
  await user.selectOptions(field('View'), 'List');
  await user.selectOptions(field('Sort by'), 'Size, largest first');
  await user.click(save());
  await screen.findByText('Settings updated!');
  expect(changes(server)).toEqual([
    {
      defaults: {
        perm: { ...someSettings().defaults.perm, delete: false },
        viewMode: 'list',
        sorting: { by: 'size', asc: false },
      },
    },
  ]);
});

test('changes by another administrator appear and are kept', async () => {
  const { server, kept, user, refresh } = await open();
  await user.type(field('Name'), 'Shop');
  kept.settings = changedSettings(kept.settings, { signup: true, branding: { theme: 'light' } });
  await refresh();
  await waitFor(() => expect(box('Allow sign-up').checked).toBe(true));
  expect(field('Name').value).toBe('Shop');

  await user.click(save());
  await screen.findByText('Settings updated!');
  expect(changes(server)).toEqual([{ branding: { name: 'Shop' } }]);
  expect(kept.settings).toMatchObject({ signup: true, branding: { name: 'Shop', theme: 'light' } });
});

test('leaving with changes asks', async () => {
  const { user, address, server } = await open();
  server.on('GET', '/api/shares', { json: [] });
  await user.click(box('Allow sign-up'));
  const menu = screen.getByRole('navigation', { name: 'Settings' });
  await user.click(within(menu).getByRole('link', { name: 'Shares' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(address()).toBe('/settings/global');
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/settings/shares'));
});

test('the auth method is shown, with instructions for changing it', async () => {
  await open({ authMethod: 'proxy' });
  expect(
    screen.getByText(/^A proxy in front of this server logs users in\. To change this, run/),
  ).toBeTruthy();
});

test('settings that fail to load can be retried', async () => {
  const { server } = serving();
  server.on('GET', '/api/settings', { status: 500, text: '500 Internal Server Error\n' });
  const { user } = renderRoute('/settings/global', { user: admin });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  server.on('GET', '/api/settings', { json: someSettings() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Name')).toBeTruthy();
});

test('only administrators can open them', async () => {
  fakeServer().session(anna);
  const { address } = renderRoute('/settings/global', { user: anna });
  await waitFor(() => expect(address()).toBe('/403'));
});

test('limits of the trash and of versions are changed, and refused when they make no sense', async () => {
  const { server, user } = await open();
  await user.click(box('Keep earlier versions of files'));
  await user.clear(field('Maximum share of each disk (%)'));
  await user.type(field('Maximum share of each disk (%)'), '101');
  await user.click(save());
  expect(await screen.findByText('Enter a whole number from 1 to 100.')).toBeTruthy();
  expect(changes(server)).toEqual([]);

  await user.clear(field('Maximum share of each disk (%)'));
  await user.type(field('Maximum share of each disk (%)'), '25');
  await user.click(save());
  expect(await screen.findByText('Settings updated!')).toBeTruthy();
  expect(changes(server)).toEqual([{ retention: { versions: false, trashLimit: 25 } }]);
  expect(window.FileBrowser.Versions).toBe(false);
});

test('without versions, settings that have no effect are disabled', async () => {
  const { user } = await open();
  const disabled = () =>
    ['Maximum number of versions of a file', 'Days to keep versions', 'Folders without versions']
      .map(field)
      .map((input) => input.disabled);
  expect(disabled()).toEqual([false, false, false]);
  await user.click(box('Keep earlier versions of files'));
  expect(disabled()).toEqual([true, false, true]);
  expect(screen.getByText('Turn on versions to change this.')).toBeTruthy();
  // Existing versions still expire.
  expect(hintOf('Days to keep versions')).toBe(
    'Versions that exist already stay until they expire.',
  );
});

test('a wrong number of versions can be corrected after versions were turned off', async () => {
  const { user } = await open();
  await user.clear(field('Maximum number of versions of a file'));
  await user.click(save());
  await user.click(box('Keep earlier versions of files'));
  expect(field('Maximum number of versions of a file').disabled).toBe(false);
});

test('what the start of the server has set cannot be changed', async () => {
  await open({ fixed: ['trash', 'versionLimit'] });
  expect(box('Move deleted items to trash').disabled).toBe(true);
  expect(field('Maximum number of versions of a file').disabled).toBe(true);
  expect(field('Days in the trash').disabled).toBe(false);
  expect(screen.getAllByText(/^Set at the start of the server/)).toHaveLength(2);
});
