import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  aFolder,
  aToken,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { type CaptchaScript, forgetCaptcha } from './load-captcha.ts';

type CaptchaOptions = Parameters<CaptchaScript['render']>[1];

/** Options of each rendered captcha, the newest last. */
let rendered: CaptchaOptions[] = [];

beforeEach(() => {
  rendered = [];
  // Scripts do not run here: the test dispatches their load events.
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(function set(
    this: HTMLScriptElement,
    address: string,
  ) {
    this.setAttribute('data-src', address);
  });
});
afterEach(() => {
  forgetCaptcha();
  vi.restoreAllMocks();
  for (const left of document.head.querySelectorAll('script')) left.remove();
});

const asked = () => document.head.querySelector<HTMLScriptElement>('script[data-src]');

async function comes(): Promise<void> {
  await waitFor(() => expect(asked()).not.toBeNull());
  window.grecaptcha = {
    ready: (go) => go(),
    render: (element, options) => {
      rendered.push(options);
      element.textContent = 'I am no robot';
    },
  };
  fireEvent.load(asked() ?? document);
}

function server(config: object = {}): FakeServer {
  return fakeServer({
    ReCaptcha: true,
    ReCaptchaHost: 'https://captcha.example',
    ReCaptchaKey: 'site-key',
    ...config,
  }).folder(aFolder('/'));
}

async function logIn(user: ReturnType<typeof renderRoute>['user']) {
  await user.type(await screen.findByLabelText('Username'), 'anna');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
}

test('loads the script of the configured host and sends the answer', async () => {
  const answers = server().on('POST', '/api/login', { text: aToken(aTokenUser()) });
  const page = renderRoute('/login');
  await comes();
  expect(asked()?.dataset['src']).toBe('https://captcha.example/recaptcha/api.js?render=explicit');
  await screen.findByText('I am no robot');
  expect(rendered[0]?.sitekey).toBe('site-key');

  act(() => rendered[0]?.callback('answer'));
  await logIn(page.user);
  await waitFor(() => expect(page.address()).toBe('/files/'));
  const sent = answers.calls.find(({ url }) => url === '/api/login')?.body ?? '';
  expect(JSON.parse(sent)).toMatchObject({ recaptcha: 'answer' });
});

test('without an answer, nothing is sent and the login fails', async () => {
  const answers = server();
  const page = renderRoute('/login');
  await comes();
  await screen.findByText('I am no robot');
  await logIn(page.user);

  expect(await screen.findByText('Wrong username or password.')).toBeTruthy();
  expect(answers.calls).toEqual([]);
});

test('an expired answer is not used', async () => {
  const answers = server();
  const page = renderRoute('/login');
  await comes();
  await screen.findByText('I am no robot');
  act(() => rendered[0]?.callback('answer'));
  act(() => rendered[0]?.['expired-callback']());
  await logIn(page.user);

  expect(await screen.findByText('Wrong username or password.')).toBeTruthy();
  expect(answers.calls).toEqual([]);
});

test('a refusal asks for a new answer', async () => {
  server().on('POST', '/api/login', { status: 403, text: '403 Forbidden\n' });
  const page = renderRoute('/login');
  await comes();
  await screen.findByText('I am no robot');
  act(() => rendered[0]?.callback('answer'));
  await logIn(page.user);

  expect(await screen.findByText('Wrong username or password.')).toBeTruthy();
  await waitFor(() => expect(rendered).toHaveLength(2));
});

test('a script that fails to load shows an error and can be retried', async () => {
  server();
  const page = renderRoute('/login');
  await waitFor(() => expect(asked()).not.toBeNull());
  fireEvent.error(asked() ?? document);
  expect(await screen.findByText(/Couldn’t load/)).toBeTruthy();

  screen.getByRole('button', { name: 'Try again' }).focus();
  await page.user.keyboard('{Enter}');
  expect(screen.getByText('Loading CAPTCHA')).toBeTruthy();
  fireEvent.error(asked() ?? document);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(retry);

  await page.user.keyboard('{Enter}');
  await comes();
  expect(await screen.findByText('I am no robot')).toBeTruthy();
});

test('sign-up requires an answer', async () => {
  const answers = server({ Signup: true });
  const page = renderRoute('/login?sign-up');
  await comes();
  await page.user.type(await screen.findByLabelText('Username'), 'berta');
  await page.user.type(screen.getByLabelText('Password'), 'a rather good one');
  await page.user.type(screen.getByLabelText('Confirm password'), 'a rather good one');
  await page.user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('Complete the CAPTCHA first.')).toBeTruthy();
  expect(answers.calls).toEqual([]);
});
