import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetCaptcha, loadCaptcha } from './load-captcha.ts';

beforeEach(() => {
  // A script without an address never loads.
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(() => {});
});
afterEach(() => {
  forgetCaptcha();
  vi.restoreAllMocks();
});

const scripts = () => document.head.querySelectorAll('script').length;

test('a host that does not respond times out and is requested again', async () => {
  const before = scripts();
  await expect(loadCaptcha('https://captcha.example/', 20)).rejects.toThrow('in time');
  expect(scripts()).toBe(before);

  const again = loadCaptcha('https://captcha.example/', 20);
  expect(scripts()).toBe(before + 1);
  await expect(again).rejects.toThrow('in time');
});

test('a script in the page is not loaded twice', async () => {
  const before = scripts();
  const captcha = { ready: (go: () => void) => go(), render: () => {} };
  window.grecaptcha = captcha;
  expect(await loadCaptcha('https://captcha.example')).toBe(captcha);
  expect(scripts()).toBe(before);
});
