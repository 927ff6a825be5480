import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Presses "Try again" by keyboard while the next attempt fails, too, and expects the focus on the button that appears then. */
export async function tryAgainInVain(user: UserEvent): Promise<void> {
  const pressed = screen.getByRole('button', { name: 'Try again' });
  pressed.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(pressed.isConnected).toBe(false));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(retry);
}
