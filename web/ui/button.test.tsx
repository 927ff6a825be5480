import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

function Form({ onSubmit }: { onSubmit(): void }) {
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    setBusy(true);
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
}

test('a button that becomes busy keeps the focus, and can be reached with Tab', async () => {
  const user = userEvent.setup();
  render(<Form onSubmit={() => {}} />);
  const button = screen.getByRole('button', { name: 'Save' });

  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('x');
  expect(document.activeElement).toBe(button);

  await user.click(screen.getByLabelText('Name'));
  await user.tab();
  expect(document.activeElement).toBe(button);
});

test('while its button is busy, a form is not submitted again: by a click, Space, or Enter in a field', async () => {
  const submit = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<Form onSubmit={submit} />);

  await user.type(screen.getByLabelText('Name'), 'plan{Enter}');
  expect(submit).toHaveBeenCalledOnce();
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.keyboard(' {Enter}');
  expect(submit).toHaveBeenCalledOnce();
});
