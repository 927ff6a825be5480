import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSwipe } from '../lib/gestures/use-swipe.ts';
import { stopClock } from '../testing/stop-timers.ts';
import { Dialog } from './dialog.tsx';
import { MenuButton } from './menu-button.tsx';
import { Menu } from './menu.tsx';

afterEach(cleanup);

function Page({ labels, run }: { labels: readonly string[]; run(id: string): void }) {
  const [open, setOpen] = useState(false);
  const [anchor] = useState(() => new DOMRect());
  const items = labels.map((label) => ({
    id: label,
    label,
    run: () => run(label),
  }));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        More
      </button>
      {open && (
        <Menu label="Actions" items={items} anchor={anchor} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

async function open(labels: readonly string[] = ['Copy', 'Download', 'Delete']) {
  const run = vi.fn<(id: string) => void>();
  const user = userEvent.setup();
  render(<Page labels={labels} run={run} />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  return { run, user };
}

const focused = () => document.activeElement?.textContent;

test('arrows, Home, End and letters move through a menu and wrap around', async () => {
  const { user } = await open();
  expect(focused()).toBe('Copy');

  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Download');
  await user.keyboard('{End}{ArrowDown}');
  expect(focused()).toBe('Copy');
  await user.keyboard('d');
  expect(focused()).toBe('Download');
  await user.keyboard('d');
  expect(focused()).toBe('Delete');
});

test('letters typed in quick succession find a whole name, and a space in it presses nothing', async () => {
  const { run, user } = await open(['Copy', 'Copy to folder', 'Move']);
  stopClock();
  await user.keyboard('copy t');
  expect(focused()).toBe('Copy to folder');
  await user.keyboard('{Control>}m{/Control}');
  expect(focused()).toBe('Copy to folder');
  expect(run).not.toHaveBeenCalled();
});

test('Enter runs the item, closes the menu and restores the focus', async () => {
  const { run, user } = await open();

  await user.keyboard('{ArrowDown}{Enter}');

  expect(run).toHaveBeenCalledExactlyOnceWith('Download');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe('More');
});

test('Escape and a press outside close a menu without running anything', async () => {
  const { run, user } = await open();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(run).not.toHaveBeenCalled();
});

test('the button that opened a menu closes it', async () => {
  const user = userEvent.setup();
  render(<MenuButton label="More" items={() => [{ id: 'copy', label: 'Copy', run: () => {} }]} />);
  const button = screen.getByRole('button', { name: 'More', expanded: false });
  await user.click(button);
  expect(await screen.findByRole('menu')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(screen.getByRole('menu')).toBeTruthy();
});

test('a press on the button that opened a menu closes it, even if it yields no click', async () => {
  const user = userEvent.setup();
  render(<MenuButton label="More" items={() => [{ id: 'copy', label: 'Copy', run: () => {} }]} />);
  const button = screen.getByRole('button', { name: 'More' });
  for (const press of [
    [
      { keys: '[MouseLeft>]', target: button },
      { keys: '[/MouseLeft]', target: document.body },
    ],
    [{ keys: '[MouseRight]', target: button }],
  ]) {
    await user.click(button);
    expect(await screen.findByRole('menu')).toBeTruthy();
    await user.pointer(press);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  }
});

test('a dialog that an item opens returns the focus to where the menu was opened', async () => {
  function WithDialog() {
    const [isAsked, setAsked] = useState(false);
    const items = [{ id: 'info', label: 'Info', run: () => setAsked(true) }];
    return (
      <>
        <MenuButton label="More" items={() => items} />
        {isAsked && (
          <Dialog
            title="Info"
            buttons={<button type="submit">OK</button>}
            onClose={() => setAsked(false)}
          />
        )}
      </>
    );
  }
  const user = userEvent.setup();
  render(<WithDialog />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Info' }));
  act(() => screen.getByRole('button', { name: 'OK' }).focus());
  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
});

test('an item below a pointer that rests does not take the focus', async () => {
  await open();
  const item = screen.getByRole('menuitem', { name: 'Delete' });
  fireEvent.pointerEnter(item);
  fireEvent.pointerMove(item, { movementX: 0, movementY: 0 });
  expect(focused()).toBe('Copy');
  fireEvent.pointerMove(item, { movementX: 0, movementY: 1 });
  expect(focused()).toBe('Delete');
});

test('choices are radio items, and switches are checkbox items', async () => {
  const items = [
    { id: 'light', label: 'Light', checked: true, run: () => {} },
    { id: 'wrap', label: 'Wrap lines', isOn: true, run: () => {} },
    { id: 'beside', label: 'Preview', isOn: false, run: () => {} },
  ];
  render(<Menu label="Look" items={items} anchor={new DOMRect()} onClose={() => {}} />);
  expect(screen.getByRole('menuitemradio', { name: 'Light', checked: true })).toBeTruthy();
  expect(screen.getByRole('menuitemcheckbox', { name: 'Wrap lines', checked: true })).toBeTruthy();
  expect(screen.getByRole('menuitemcheckbox', { name: 'Preview', checked: false })).toBeTruthy();
});

function pretendPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
  );
}

test('on a phone, the page below a menu is covered until a tap closes the menu', async () => {
  pretendPhone();
  const { user } = await open();
  const cover = document.querySelector('[popover][aria-hidden="true"]');
  fireEvent.pointerDown(cover as Element);
  // The click that follows would reach the page if the cover were gone.
  expect(screen.getByRole('menu')).toBeTruthy();
  await user.click(cover as Element);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(cover?.isConnected).toBe(false);
  vi.restoreAllMocks();
});

test('on a phone, a press on the cover that yields no click leaves the focus in the menu, and a long one closes it', async () => {
  pretendPhone();
  const { user } = await open();
  const cover = document.querySelector('[popover][aria-hidden="true"]') as Element;
  await user.pointer([
    { keys: '[MouseLeft>]', target: cover },
    { keys: '[/MouseLeft]', target: document.body },
  ]);
  expect(focused()).toBe('Copy');
  expect(fireEvent.contextMenu(cover)).toBe(false);
  expect(screen.queryByRole('menu')).toBeNull();
  vi.restoreAllMocks();
});

test('on a phone, a swipe beside a menu does not reach the page below', async () => {
  pretendPhone();
  const toNext = vi.fn<() => void>();
  function Stage() {
    const swipe = useSwipe({ toPrevious: () => {}, toNext });
    const [anchor] = useState(() => new DOMRect());
    const items = [{ id: 'copy', label: 'Copy', run: () => {} }];
    return (
      <div {...swipe} data-testid="stage">
        <Menu label="Actions" items={items} anchor={anchor} onClose={() => {}} />
      </div>
    );
  }
  render(<Stage />);
  const swipeOver = (element: Element) => {
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 300 };
    fireEvent.pointerDown(element, { ...touch, clientX: 300 });
    fireEvent.pointerUp(element, { ...touch, clientX: 50 });
  };
  swipeOver(document.querySelector('[popover][aria-hidden="true"]') as Element);
  swipeOver(screen.getByRole('menuitem', { name: 'Copy' }));
  expect(toNext).not.toHaveBeenCalled();
  swipeOver(screen.getByTestId('stage'));
  expect(toNext).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('on a phone, a menu is pulled down to close it', async () => {
  pretendPhone();
  await open();
  const menu = screen.getByRole('menu');
  const head = screen.getByText('Actions');
  const pull = (distance: number) => {
    fireEvent.pointerDown(head, { isPrimary: true, pointerId: 1, clientY: 300 });
    fireEvent.pointerMove(head, { isPrimary: true, pointerId: 1, clientY: 300 + distance });
    expect(menu.style.translate).toBe(`0 ${distance}px`);
    fireEvent.pointerUp(head, { isPrimary: true, pointerId: 1, clientY: 300 + distance });
  };
  pull(20);
  expect(screen.getByRole('menu').style.translate).toBe('');
  pull(120);
  expect(screen.queryByRole('menu')).toBeNull();
  vi.restoreAllMocks();
});
