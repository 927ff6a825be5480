import type { Explanation } from '#contract/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aUser } from '../../../testing/a-user.ts';
import { aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { someSettings } from '../../../testing/some-settings.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });
const DENY_PRIVATE = { regex: false, allow: false, path: '/private', regexp: null };

async function open(explanation: Explanation, at = '/settings/users/2/explain') {
  const server = fakeServer()
    .session(admin)
    .on('GET', '/api/users/2', { json: aUser({ rules: [DENY_PRIVATE] }) })
    .on('GET', '/api/settings', {
      json: someSettings({
        rules: [{ regex: true, allow: false, path: '', regexp: { raw: '\\.bak$' } }],
      }),
    })
    .on('GET', '/api/users/2/explain', { json: explanation });
  const page = renderRoute(at, { user: admin });
  await screen.findByLabelText('Path');
  return { server, ...page };
}

const row = (action: string) => screen.getByText(action).closest('li')?.textContent;

test('each action has its result and reason, with a link to the deciding rule', async () => {
  const { server, user, address } = await open({
    path: '/private/a',
    missing: true,
    decidedBy: { list: 'user', index: 0, allow: false },
    refusals: { see: 'rule', download: 'rule', share: 'permission' },
  });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Path')));
  await user.clear(screen.getByLabelText('Path'));
  await user.type(screen.getByLabelText('Path'), 'private/a');
  await user.click(screen.getByRole('button', { name: 'Check' }));

  const answer = await screen.findByRole('region', { name: /bert.*s access to/ });
  expect(address()).toBe('/settings/users/2/explain?path=%2Fprivate%2Fa');
  const asked = server.calls.map(({ url }) => url).filter((url) => url.includes('/explain'));
  expect(asked).toEqual(['/api/users/2/explain?path=%2Fprivate%2Fa']);
  expect(row('View')).toBe('ViewNot allowedA rule denies it.');
  expect(row('Share')).toBe('ShareNot allowedThey don’t have the permission.');
  expect(row('Delete')).toBe('DeleteAllowed');
  expect(within(answer).getByText(/Nothing exists at this path yet/)).toBeTruthy();
  expect(within(answer).getByText(/^Rule 1 of this user denies it:/).textContent).toContain(
    '/private',
  );
  expect(within(answer).getByRole('link', { name: 'Show rule' }).getAttribute('href')).toBe(
    '/settings/users/2#rule-1',
  );
});

test('a global rule links to the global settings', async () => {
  await open(
    {
      path: '/a.bak',
      missing: false,
      decidedBy: { list: 'global', index: 0, allow: false },
      refusals: { see: 'rule' },
    },
    '/settings/users/2/explain?path=%2Fa.bak',
  );
  const sentence = await screen.findByText(/^Rule 1 for all users denies it:/);
  await waitFor(() => expect(sentence.textContent).toContain('\\.bak$'));
  expect(screen.getByRole('link', { name: 'Show rule' }).getAttribute('href')).toBe(
    '/settings/global#rule-1',
  );
});

test('the target of a symlink is shown, and that no rule applies', async () => {
  await open(
    { path: '/link', leadsTo: '/outside', missing: false, refusals: { see: 'scope' } },
    '/settings/users/2/explain?path=%2Flink',
  );
  expect(await screen.findByText(/^This is a symlink to .*\/outside/)).toBeTruthy();
  expect(screen.getByText('No rule matches, so access is allowed.')).toBeTruthy();
  expect(row('View')).toContain('It’s outside their scope.');
});

test('a failure is reported and can be retried', async () => {
  const { server, user } = await open({ path: '/', missing: false, refusals: {} });
  server.on('GET', '/api/users/2/explain', { status: 500, text: '500 Internal Server Error\n' });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/^Couldn’t check access\./)).toBeTruthy();
  server.on('GET', '/api/users/2/explain', { json: { path: '/', missing: false, refusals: {} } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: /s access to/ })).toBeTruthy();
});
