import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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
