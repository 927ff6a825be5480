import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { revealSetting } from './reveal-setting.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div data-part="settings-page"><h1></h1></div>';
});

afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
  document.body.innerHTML = '';
});

test('the second of two pages found in a row stays highlighted as long as the first', () => {
  show('Profile', '/settings/profile');
  revealSetting({ id: '1', address: '/settings/profile', label: 'Profile', path: '' });
  expect(highlighted()).toEqual(['Profile']);

  vi.advanceTimersByTime(2000);
  show('Global settings', '/settings/global');
  revealSetting({ id: '2', address: '/settings/global', label: 'Global settings', path: '' });
  vi.advanceTimersByTime(2000);
  expect(highlighted()).toEqual(['Global settings']);

  vi.advanceTimersByTime(1000);
  expect(highlighted()).toEqual([]);
});

/** Shows a page of the settings; all pages share the element of the title. */
function show(title: string, address: string): void {
  window.history.replaceState(null, '', address);
  for (const heading of document.querySelectorAll('h1')) heading.textContent = title;
}

function highlighted(): string[] {
  return [...document.querySelectorAll('[data-found]')].map(({ textContent }) => textContent);
}
