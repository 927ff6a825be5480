import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const { missing, mayBeMissing } = await vi.hoisted(() => import('../../testing/missing-parts.ts'));

vi.mock('./captcha.tsx', mayBeMissing);
vi.mock('./sign-up.tsx', mayBeMissing);

beforeEach(() => {
  missing.clear();
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('a captcha whose code could not be loaded keeps what is typed, and is loaded again', async () => {
  missing.add('Captcha');
  fakeServer({ ReCaptcha: true, ReCaptchaHost: 'https://captcha.example', ReCaptchaKey: 'key' });
  const { user } = renderRoute('/login');
  const name = await screen.findByLabelText<HTMLInputElement>('Username');
  await user.type(name, 'anna');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('Can’t connect to the server.')).toBeTruthy();

  missing.clear();
  await user.click(retry);
  expect(await screen.findByText('Loading CAPTCHA')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('anna');
});

test('a sign-up form that could not be loaded is loaded again', async () => {
  missing.add('SignUp');
  fakeServer({ Signup: true }).folder(aFolder('/'));
  const { user } = renderRoute('/login?sign-up');
  const pressed = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('link', { name: 'I already have an account' })).toBeTruthy();

  pressed.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(pressed.isConnected).toBe(false));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(retry);

  missing.clear();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('form', { name: 'Sign up' })).toBeTruthy();
});
