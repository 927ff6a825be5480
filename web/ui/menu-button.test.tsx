import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loadMenu } from './lazy-menu.tsx';
import { MenuButton } from './menu-button.tsx';

const slowLine = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrive: () => arrive(), arrived };
});

vi.mock('./menu.tsx', async (importOriginal) => {
  await slowLine.arrived;
  return importOriginal();
});

afterEach(cleanup);

test('a second press closes a menu whose code is still loading', async () => {
  const user = userEvent.setup();
  render(<MenuButton label="More" items={() => [{ id: 'copy', label: 'Copy', run: () => {} }]} />);
  const button = screen.getByRole('button', { name: 'More' });
  await user.click(button);
  await user.click(button);
  await act(async () => {
    slowLine.arrive();
    await loadMenu();
  });
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(button);
  expect(await screen.findByRole('menu')).toBeTruthy();
});

test('Enter that is held down opens the menu once and presses no item', async () => {
  const run = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<MenuButton label="More" items={() => [{ id: 'copy', label: 'Copy', run }]} />);
  slowLine.arrive();
  await act(loadMenu);
  screen.getByRole('button', { name: 'More' }).focus();
  await user.keyboard('{Enter>4/}');
  expect(screen.getByRole('menu')).toBeTruthy();
  expect(run).not.toHaveBeenCalled();

  // The focus returns to the button while the key is still down.
  await user.keyboard('{Enter>4/}');
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});
