import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import en from '../i18n/languages/en.json';
import { CopyButton } from './copy-button.tsx';

beforeEach(() => startI18n(en));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show() {
  const user = userEvent.setup();
  render(<CopyButton label="Copy link" text="https://files.example" />);
  return user;
}

test('copies the text to the clipboard and confirms it', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));

  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://files.example');
});

test('reports that the browser denies copying', async () => {
  const user = show();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(screen.getByRole('button', { name: 'Copy link' }));

  expect(await screen.findByRole('button', { name: 'Permission denied!' })).toBeTruthy();
});

test('reports that the browser cannot copy', async () => {
  const user = show();
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: 'Copy link' }));

  const failure = 'None of copying methods are supported by this browser!';
  expect(await screen.findByRole('button', { name: failure })).toBeTruthy();
});
