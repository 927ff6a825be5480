import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import en from '../i18n/languages/en.json';
import { fakeServer } from '../testing/fake-server.ts';
import { FailedContent } from './error-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

afterEach(cleanup);

test('a screen that fails to load shows an error and can be retried', async () => {
  fakeServer();
  startI18n(en);
  let loads = 0;
  const screenOfRoute = async () => {
    loads += 1;
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module: /a.js');
    return () => <h1>Here</h1>;
  };
  const router = createMemoryRouter([
    { path: '/', element: <h1>Home</h1> },
    { path: 'there/*', errorElement: <FailedContent />, ...lazyScreen(screenOfRoute) },
  ]);
  render(<RouterProvider router={router} />);
  await router.navigate('/there/');
  await screen.findByRole('heading', { name: 'No connection' });

  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('heading', { name: 'Here' })).isConnected).toBe(true);
  await router.navigate('/there/and/further');
  expect(loads).toBe(2);
});
