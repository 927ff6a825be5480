import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/http.ts';
import en from '../i18n/languages/en.json';
import { startI18n } from '../i18n/i18n.ts';
import { toasts } from '../state/toasts.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { FailedRoute } from './error-screen.tsx';
import { ToastHost } from './toast-host.tsx';

afterEach(cleanup);

test('the action of a toast runs once and removes the toast', async () => {
  startI18n(en);
  const user = userEvent.setup();
  render(
    <>
      <ToastHost />
    </>,
  );
  let runs = 0;
  toasts.getState().show('success', 'Moved.', { label: 'Show', run: () => (runs += 1) });

  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect(runs).toBe(1);
  expect(screen.queryByText('Moved.')).toBeNull();
});

test('an error is read out at once, can be copied, and stays until it is dismissed', async () => {
  startI18n(en);
  const user = userEvent.setup();
  render(
    <>
      <ToastHost />
    </>,
  );
  toasts.getState().show('error', 'The disk is full.');

  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.');
  expect(screen.getByRole('alert').closest('[aria-live]')).toBeNull();
  const toast = screen.getByRole('listitem');
  await user.click(within(toast).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('The disk is full.');

  await user.click(within(toast).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('The disk is full.')).toBeNull();
});

test('a message is shown on an error page that replaces the whole page, as after a log-out without a connection', async () => {
  fakeServer();
  startI18n(en);
  const failed = () => {
    throw new ApiError(0, '000 No connection');
  };
  const router = createMemoryRouter([
    { path: '/', element: <ToastHost />, loader: failed, errorElement: <FailedRoute /> },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'No connection' });
  act(() => void toasts.getState().show('error', 'The session has not ended.'));

  expect(screen.getByRole('alert').textContent).toBe('The session has not ended.');
});
