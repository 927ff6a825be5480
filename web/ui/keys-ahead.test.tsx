import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KeysAhead } from './keys-ahead.tsx';

/** Returns the text that was typed, and `press`, which returns true if the key keeps its effect in the browser. */
function loading() {
  const received = { text: '', cancelled: 0 };
  render(
    <KeysAhead
      onType={(edit) => (received.text = edit(received.text))}
      onEscape={() => (received.cancelled += 1)}
    />,
  );
  const press = (key: string, held: KeyboardEventInit = {}) =>
    fireEvent.keyDown(document.body, { key, ...held });
  return { received, press };
}

test('text and Backspace are passed on, and Escape cancels', () => {
  const { received, press } = loading();
  for (const key of ['a', 'b', 'Backspace', 'c']) expect(press(key)).toBe(false);
  press('@', { ctrlKey: true, altKey: true });
  expect(received).toEqual({ text: 'ac@', cancelled: 0 });
  expect(press('Escape')).toBe(false);
  expect(received.cancelled).toBe(1);
});

test('keys do not scroll or edit the page below', () => {
  const { received, press } = loading();
  for (const key of ['ArrowDown', 'PageUp', 'Enter', 'Tab', 'Delete', 'F1', 'F2'])
    expect([key, press(key)]).toEqual([key, false]);
  for (const key of ['v', 'X', 'z', 'Home', 'Backspace'])
    expect([key, press(key, { ctrlKey: true })]).toEqual([key, false]);
  expect(received.text).toBe('');
});

test('keys of the browser keep their effect', () => {
  const { press } = loading();
  for (const key of ['r', 't', '+'])
    expect([key, press(key, { ctrlKey: true })]).toEqual([key, true]);
  for (const key of ['F5', 'F12', 'Dead']) expect([key, press(key)]).toEqual([key, true]);
  expect(press('ArrowLeft', { altKey: true })).toBe(true);
});
