import { afterEach, expect, test, vi } from 'vitest';
import {
  bindKeys,
  enterDialogScope,
  type KeyPress,
  type KeyScope,
  shortcutOf,
} from './keyboard.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test.each([
  [press('s', { ctrlKey: true }), 'Ctrl+S'],
  [press('s', { metaKey: true }), 'Ctrl+S'],
  [press('Delete'), 'Delete'],
  [press('Enter', { altKey: true }), 'Alt+Enter'],
  [press('S', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+S'],
])('%j is written %s', (event, text) => {
  expect(shortcutOf(event, false)).toBe(text);
});

test.each([
  ['Cyrillic', press('ы', { code: 'KeyS', ctrlKey: true }), 'Ctrl+S'],
  ['Cyrillic', press('Ф', { code: 'KeyA', ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+A'],
  ['Greek', press('ψ', { code: 'KeyC', ctrlKey: true }), 'Ctrl+C'],
  ['Hebrew', press('ס', { code: 'KeyX', ctrlKey: true }), 'Ctrl+X'],
  ['Arabic', press('ب', { code: 'KeyF', ctrlKey: true }), 'Ctrl+F'],
  ['Arabic ligature', press('لا', { code: 'KeyB', ctrlKey: true }), 'Ctrl+B'],
  ['Arabic digit', press('٠', { code: 'Digit0' }), '0'],
  ['Persian digit', press('۱', { code: 'Numpad1' }), '1'],
])('on a %s layout the position of a key names it', (_, event, text) => {
  expect(shortcutOf(event, false)).toBe(text);
});

test.each([
  ['French', press('a', { code: 'KeyQ', ctrlKey: true }), 'Ctrl+A'],
  ['Dvorak', press('s', { code: 'Semicolon', ctrlKey: true }), 'Ctrl+S'],
  ['Turkish', press('ı', { code: 'KeyI', ctrlKey: true }), 'Ctrl+I'],
  ['Swiss', press('+', { code: 'Digit1', shiftKey: true }), 'Shift++'],
  ['French digit row', press('à', { code: 'Digit0' }), 'À'],
])('on a %s layout the character names the key', (_, event, text) => {
  expect(shortcutOf(event, false)).toBe(text);
});

test('a Mac deletes with Command and Backspace, and goes up with Backspace', () => {
  expect(shortcutOf(press('Backspace', { metaKey: true }), true)).toBe('Delete');
  expect(shortcutOf(press('Backspace', { metaKey: true, altKey: true }), true)).toBe(
    'Shift+Delete',
  );
  expect(shortcutOf(press('Backspace'), true)).toBe('Backspace');
  expect(shortcutOf(press('Backspace', { metaKey: true }), false)).toBe('Ctrl+Backspace');
});

const unbinds: (() => void)[] = [];

afterEach(() => {
  for (const unbind of unbinds.splice(0)) unbind();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** Handles `keys` in a scope and returns the received key presses. */
function handled(scope: KeyScope, keys: string): string[] {
  const seen: string[] = [];
  const bound = bindKeys(scope, (_, pressed) => {
    if (pressed === keys) seen.push(pressed);
    return pressed === keys;
  });
  unbinds.push(bound);
  return seen;
}

function send(target: Element, init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

function element(tag: 'input' | 'button'): HTMLElement {
  const made = document.createElement(tag);
  document.body.append(made);
  return made;
}

test('a viewer gets a key before the page', () => {
  const viewer = handled('viewer', '0');
  const page = handled('page', '0');
  const other = handled('page', 'R');
  expect(send(document.body, { key: '0' }).defaultPrevented).toBe(true);
  send(document.body, { key: 'r' });
  expect(viewer).toEqual(['0']);
  expect(page).toEqual([]);
  expect(other).toEqual(['R']);
});

test('the page does not get a key that the focused element has handled', () => {
  const page = handled('page', 'Enter');
  const button = element('button');
  button.addEventListener('keydown', (event) => event.preventDefault());
  send(button, { key: 'Enter' });
  expect(page).toEqual([]);
});

test('no scope gets keys of an input method', () => {
  const seen = [
    handled('page', 'Enter'),
    handled('everywhere', 'Enter'),
    handled('viewer', 'Enter'),
  ];
  expect(send(element('input'), { key: 'Enter', isComposing: true }).defaultPrevented).toBe(false);
  expect(send(document.body, { key: 'Enter', keyCode: 229 }).defaultPrevented).toBe(false);
  expect(seen.flat()).toEqual([]);
});

test('a text field keeps its keys from the page, but not from the whole app', () => {
  const page = handled('page', 'Delete');
  const app = handled('app', 'Ctrl+K');
  const field = element('input');
  send(field, { key: 'Delete' });
  send(field, { key: 'k', ctrlKey: true });
  expect(page).toEqual([]);
  expect(app).toEqual(['Ctrl+K']);
});

test('in a text field of a Mac, Ctrl+K deletes to the end of the line, and Command+K is a shortcut', () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  const app = handled('app', 'Ctrl+K');
  const field = element('input');
  expect(send(field, { key: 'k', ctrlKey: true }).defaultPrevented).toBe(false);
  expect(app).toEqual([]);
  send(field, { key: 'k', metaKey: true });
  expect(app).toEqual(['Ctrl+K']);
});

test('while a dialog is open, only its keys and global ones work', () => {
  const page = handled('page', 'Delete');
  const app = handled('app', 'Ctrl+K');
  const help = handled('everywhere', 'F1');
  const own = handled('dialog', 'ArrowLeft');
  const leave = enterDialogScope();
  for (const key of ['Delete', 'F1', 'ArrowLeft']) send(document.body, { key });
  send(document.body, { key: 'k', ctrlKey: true });
  expect([page, app, help, own]).toEqual([[], [], ['F1'], ['ArrowLeft']]);

  leave();
  send(document.body, { key: 'Delete' });
  expect(page).toEqual(['Delete']);
});

test('a menu keeps its keys', () => {
  const page = handled('page', 'Delete');
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  document.body.append(menu);
  send(menu, { key: 'Delete' });
  expect(page).toEqual([]);
});

test('while a dialog loads, only the newest one gets keys', () => {
  const seen = [
    handled('loading', 'S'),
    handled('drag', 'Ctrl+S'),
    handled('editor', 'Ctrl+S'),
    handled('viewer', 'ArrowRight'),
    handled('everywhere', 'F1'),
  ];
  const newest: string[] = [];
  unbinds.push(bindKeys('loading', (_, pressed) => newest.push(pressed) > 2));
  const button = element('button');
  button.addEventListener('keydown', () => seen.push(['button']));
  expect(send(button, { key: 's', ctrlKey: true }).defaultPrevented).toBe(false);
  send(button, { key: 'ArrowRight' });
  expect(send(button, { key: 'F1' }).defaultPrevented).toBe(true);
  send(button, { key: 's' });
  expect(newest).toEqual(['Ctrl+S', 'ArrowRight', 'F1', 'S']);
  expect(seen.flat()).toEqual([]);
});

test('an unbound scope gets nothing', () => {
  const seen: string[] = [];
  bindKeys('page', (_, pressed) => {
    seen.push(pressed);
    return true;
  })();
  send(document.body, { key: 'Delete' });
  expect(seen).toEqual([]);
});
