import { createEvent, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { KeysAhead } from './keys-ahead.tsx';

interface AltGr {
  isAltGr?: boolean;
}

afterEach(() => void vi.restoreAllMocks());

/** Returns the text that was typed, and `press`, which returns true if the key keeps its effect in the browser. */
function loading() {
  const received = { text: '', cancelled: 0 };
  render(
    <KeysAhead
      onType={(edit) => (received.text = edit(received.text))}
      onEscape={() => (received.cancelled += 1)}
    />,
  );
  const press = (key: string, { isAltGr = false, ...held }: KeyboardEventInit & AltGr = {}) => {
    const event = createEvent.keyDown(document.body, { key, ...held });
    // The DOM of the tests takes Alt for AltGr.
    Object.defineProperty(event, 'getModifierState', { value: () => isAltGr });
    return fireEvent(document.body, event);
  };
  return { received, press };
}

test('text and Backspace are passed on, and Escape cancels', () => {
  const { received, press } = loading();
  for (const key of ['a', 'b', 'Backspace', 'c']) expect(press(key)).toBe(false);
  press('@', { ctrlKey: true, altKey: true });
  press('€', { isAltGr: true });
  expect(received).toEqual({ text: 'ac@€', cancelled: 0 });
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
  const { received, press } = loading();
  for (const key of ['r', 't', '+'])
    expect([key, press(key, { ctrlKey: true })]).toEqual([key, true]);
  for (const key of ['F5', 'F12', 'Dead']) expect([key, press(key)]).toEqual([key, true]);
  for (const key of ['BrowserBack', 'BrowserRefresh'])
    expect([key, press(key)]).toEqual([key, true]);
  for (const key of ['ArrowLeft', 'd', 'f'])
    expect([key, press(key, { altKey: true })]).toEqual([key, true]);
  expect(received.text).toBe('');
});

test('Option on a Mac types text', () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  const { received, press } = loading();
  expect(press('ƒ', { altKey: true })).toBe(false);
  expect(press('f', { metaKey: true })).toBe(true);
  expect(received.text).toBe('ƒ');
});
