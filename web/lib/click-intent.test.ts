import { expect, test } from 'vitest';
import { type Click, clickIntent } from './click-intent.ts';

const plain: Click = {
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  isTouch: false,
  isSecond: false,
  somethingSelected: false,
  isMultiple: false,
  singleClick: false,
};
const intent = (click: Partial<Click>) => clickIntent({ ...plain, ...click });

test('a click selects and a double click opens', () => {
  expect(intent({})).toBe('select');
  expect(intent({ isSecond: true, somethingSelected: true })).toBe('open');
});

test('with the one-click preference, a click opens, and modifier keys still select', () => {
  expect(intent({ singleClick: true })).toBe('open');
  expect(intent({ singleClick: true, ctrlKey: true })).toBe('toggle');
});

test('Ctrl, Cmd and Shift extend, also on the second click', () => {
  expect(intent({ ctrlKey: true, isSecond: true })).toBe('toggle');
  expect(intent({ metaKey: true })).toBe('toggle');
  expect(intent({ shiftKey: true })).toBe('range');
  expect(intent({ shiftKey: true, ctrlKey: true })).toBe('add-range');
});

test('a tap opens, but adds to an existing selection', () => {
  expect(intent({ isTouch: true })).toBe('open');
  expect(intent({ isTouch: true, somethingSelected: true })).toBe('toggle');
});

test('in multi-select mode, every click and tap toggles', () => {
  expect(intent({ isMultiple: true })).toBe('toggle');
  expect(intent({ isMultiple: true, isSecond: true })).toBe('toggle');
  expect(intent({ isMultiple: true, singleClick: true })).toBe('toggle');
  expect(intent({ isMultiple: true, isTouch: true })).toBe('toggle');
  expect(intent({ isMultiple: true, shiftKey: true })).toBe('add-range');
});
