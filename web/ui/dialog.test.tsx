import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

function Page({ onSubmit }: { onSubmit(): void }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog
          title="Rename"
          onClose={close}
          onSubmit={onSubmit}
          buttons={<Button type="submit">Save</Button>}
        >
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

test('a dialog is named by its title, Enter submits it and Escape closes it', async () => {
  const submit = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<Page onSubmit={submit} />);

  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Rename' })).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'plan{Enter}');
  expect(submit).toHaveBeenCalledOnce();

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing restores the focus', async () => {
  const user = userEvent.setup();
  render(<Page onSubmit={() => {}} />);
  const opener = screen.getByRole('button', { name: 'Open' });

  await user.click(opener);
  await user.type(screen.getByLabelText('Name'), 'x{Escape}');

  expect(document.activeElement).toBe(opener);
});
