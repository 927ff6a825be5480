import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
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

test('a press beside a dialog closes it, one on its scroll bar does not', () => {
  const close = vi.fn<() => void>();
  render(
    <Dialog title="Details" closesOnBackdrop buttons={null} onClose={close}>
      <p>Size</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Details' });
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 480, 300));

  fireEvent.pointerDown(screen.getByText('Size'), { clientX: 120, clientY: 80 });
  fireEvent.pointerDown(dialog, { clientX: 575, clientY: 200 });
  expect(close).not.toHaveBeenCalled();

  fireEvent.pointerDown(dialog, { clientX: 590, clientY: 200 });
  fireEvent.pointerDown(dialog, { clientX: 300, clientY: 360 });
  expect(close).toHaveBeenCalledTimes(2);
});

test('a dialog keeps its place on phones when its content changes', () => {
  const dialog = (content: ReactNode) => (
    <Dialog title="Share" buttons={null} onClose={() => {}}>
      {content}
    </Dialog>
  );
  const isSheet = () => screen.getByRole('dialog').hasAttribute('data-sheet');
  const { rerender, unmount } = render(dialog('No links'));
  expect(isSheet()).toBe(true);
  rerender(dialog(<input aria-label="Password" />));
  expect(isSheet()).toBe(true);
  unmount();

  render(dialog(<input aria-label="Name" />));
  expect(isSheet()).toBe(false);
});
