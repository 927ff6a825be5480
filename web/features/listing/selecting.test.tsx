import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
const files = Array.from({ length: 200 }, (_, n) =>
  anEntry(`/${String(n).padStart(3, '0')}`, { size: n }),
);
const home = aFolder('/', files);

/** Header and heading are above the rows, which are 40 pixels high. */
const FIRST_ROW = 36 + 40;
const yOf = (row: number) => FIRST_ROW + row * 40 + 20;

beforeEach(() => {
  // Simulates the layout: a window of 800 pixels with a scrollable list.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(boxOf);
});

function boxOf(this: HTMLElement) {
  const grid = this.closest('[role="grid"]');
  const isCanvas = this.getAttribute('role') === 'rowgroup';
  return isCanvas
    ? new DOMRect(0, 36 - (grid?.scrollTop ?? 0), 1_000, 200 * 40 + 40)
    : new DOMRect(0, 0, 1_000, 800);
}

async function listing() {
  fakeServer().session(anna).folder(home);
  const page = renderRoute('/files/', { user: anna });
  const first = await screen.findByText('000');
  const grid = screen.getByRole('grid');
  const ground = (row: number) =>
    grid.querySelector(`[data-index="${row}"] [role="gridcell"]:nth-of-type(2)`) ?? grid;
  return { ...page, first, grid, ground };
}

const selected = () =>
  [...document.querySelectorAll('[aria-selected="true"] [aria-label]')]
    .map((element) => element.getAttribute('aria-label'))
    .filter((label) => /^\d+$/.test(label ?? ''));
const mouse = (y: number, more: object = {}) => ({
  pointerType: 'mouse',
  button: 0,
  buttons: 1,
  clientX: 500,
  clientY: y,
  ...more,
});

function press(target: Element, row: number, more: object = {}) {
  fireEvent.pointerDown(target, mouse(yOf(row), more));
  fireEvent.mouseDown(target, mouse(yOf(row), more));
}
const drawTo = (y: number) => fireEvent.pointerMove(window, mouse(y));
const release = (target: Element) => {
  fireEvent.pointerUp(window);
  fireEvent.click(target);
};

test('a rubber band started on empty space selects the entries it touches', async () => {
  const { grid, ground } = await listing();

  press(ground(2), 2);
  drawTo(yOf(4));
  await waitFor(() => expect(selected()).toEqual(['002', '003', '004']));
  drawTo(yOf(3));
  await waitFor(() => expect(selected()).toEqual(['002', '003']));
  release(grid);
  expect(selected()).toEqual(['002', '003']);
});

test('with Ctrl and in multi-select mode, a rubber band adds', async () => {
  const { grid, ground, user } = await listing();

  await user.click(screen.getByText('000'));
  press(ground(5), 5, { ctrlKey: true });
  drawTo(yOf(6));
  await waitFor(() => expect(selected()).toEqual(['000', '005', '006']));
  release(grid);
  await user.click(screen.getByRole('button', { name: 'Select multiple' }));
  press(ground(8), 8);
  drawTo(yOf(8) + 10);
  await waitFor(() => expect(selected()).toEqual(['000', '005', '006', '008']));
  release(grid);
});

test('cancelling a rubber band restores the selection', async () => {
  const { grid, ground, user } = await listing();

  await user.click(screen.getByText('000'));
  press(ground(5), 5);
  drawTo(yOf(6));
  await waitFor(() => expect(selected()).toEqual(['005', '006']));
  await user.keyboard('{Escape}');
  expect(selected()).toEqual(['000']);
  drawTo(yOf(9));
  release(grid);
  expect(selected()).toEqual(['000']);
});

test('at the lower edge, the rubber band scrolls the list and selects passed entries', async () => {
  const { grid, ground } = await listing();

  press(ground(1), 1);
  drawTo(900);
  await waitFor(() => expect(grid.scrollTop).toBeGreaterThan(400));
  const passed = Math.floor((grid.scrollTop + 700 - FIRST_ROW) / 40);
  const said = () => screen.getAllByText(/^\d+ selected/).map(({ textContent }) => textContent);
  await waitFor(() => expect(Math.max(...said().map(Number.parseFloat))).toBeGreaterThan(passed));
  release(grid);
});

test('dragging a name moves the entry instead of drawing a rubber band', async () => {
  const { first } = await listing();

  press(first, 0);
  drawTo(yOf(6));
  // A rubber band is drawn with the next frame.
  await act(() => new Promise(requestAnimationFrame));
  expect(selected()).toEqual([]);
});

test('a small movement of the mouse is a click', async () => {
  const { ground } = await listing();

  press(ground(3), 3);
  drawTo(yOf(3) + 2);
  release(ground(3));
  expect(selected()).toEqual(['003']);
});

test('in multi-select mode, plain clicks add, and the bar shows the number', async () => {
  const { user, first } = await listing();

  await user.click(screen.getByRole('button', { name: 'Select multiple' }));
  const banner = screen.getByRole('region', { name: 'Multiple selection' });
  const namesIn = (bar: HTMLElement) =>
    within(bar)
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'));
  expect(namesIn(banner)).toEqual(['Done']);
  await user.click(first);
  await user.click(screen.getByText('003'));
  await user.click(screen.getByText('005'));
  await user.click(screen.getByText('003'));
  expect(selected()).toEqual(['000', '005']);
  expect(banner.textContent).toContain('2 selected');
  expect(namesIn(banner)[0]).toBe('Clear selection');
  await user.click(within(banner).getByRole('button', { name: 'Clear selection' }));
  expect(selected()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: 'Multiple selection' })).toBeNull();
  await user.click(first);
  await user.click(screen.getByText('003'));
  expect(selected()).toEqual(['003']);
});

test('Escape clears the selection first, then ends multi-select mode', async () => {
  const { user, first } = await listing();

  await user.click(screen.getByRole('button', { name: 'Select multiple' }));
  await user.click(first);
  await user.keyboard('{Escape}');
  expect(selected()).toEqual([]);
  expect(screen.getByRole('region', { name: 'Multiple selection' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Multiple selection' })).toBeNull();
});

test('a refresh keeps the selection, navigation clears it', async () => {
  const { user, first, refresh, go } = await listing();

  await user.click(first);
  await refresh();
  expect(selected()).toEqual(['000']);
  await user.click(screen.getByRole('button', { name: 'Select multiple' }));
  await go('/files/');
  await waitFor(() => expect(selected()).toEqual([]));
  expect(screen.queryByRole('region', { name: 'Multiple selection' })).toBeNull();
});

test('Ctrl+A selects all entries, rendered or not', async () => {
  const { user, first } = await listing();

  await user.click(first);
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getAllByText('200 selected').length).toBeGreaterThan(0);
});

test('the check mark in the header selects all entries, and then none', async () => {
  const { user, first } = await listing();
  const all = () => screen.getByRole('checkbox', { name: 'Select all' });

  expect(all().getAttribute('aria-checked')).toBe('false');
  await user.click(first);
  expect(all().getAttribute('aria-checked')).toBe('mixed');
  await user.click(all());
  expect(screen.getAllByText('200 selected').length).toBeGreaterThan(0);
  expect(all().getAttribute('aria-checked')).toBe('true');
  await user.click(all());
  expect(selected()).toEqual([]);
});

test('the check mark of a row adds it to the selection, and takes it out again', async () => {
  const { user, grid } = await listing();
  const mark = (row: number) =>
    grid.querySelector(`[data-index="${row}"] [data-part="mark"]`) ?? grid;

  await user.click(mark(1));
  await user.click(mark(3));
  expect(selected()).toEqual(['001', '003']);
  // Two quick clicks are no double click, which would open the file.
  await user.dblClick(mark(5));
  await user.click(mark(1));
  expect(selected()).toEqual(['003']);
  await user.keyboard('{Shift>}');
  await user.click(mark(6));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(expect.arrayContaining(['003', '006']));
});

test('the menu button of a row says whether its menu is open, and closes it', async () => {
  const { user } = await listing();
  const more = (isOpen: boolean) =>
    screen.findByRole('button', { name: 'Actions for 003', expanded: isOpen });
  await user.click(await more(false));
  expect(await screen.findByRole('menu')).toBeTruthy();
  await user.click(await more(true));
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(await more(false));
  expect(await screen.findByRole('menu')).toBeTruthy();
});
