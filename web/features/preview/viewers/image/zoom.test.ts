import { expect, test } from 'vitest';
import { type Bounds, fitting, isLarger, kept, moved, turned, zoomed } from './zoom.ts';

const room = { width: 1_000, height: 500 };
const bounds: Bounds = { picture: { width: 4_000, height: 1_000 }, room, wholeScale: 1 };
const middle = { x: 0, y: 0 };

test('a larger picture is fitted, and a smaller one is not enlarged', () => {
  expect(fitting(bounds)).toEqual({ scale: 0.25, x: 0, y: 0 });
  expect(fitting({ ...bounds, picture: { width: 100, height: 50 } }).scale).toBe(1);
});

test('a small preview of a large picture has the size of the picture', () => {
  const preview = { picture: { width: 400, height: 100 }, room, wholeScale: 10 };
  expect(fitting(preview).scale).toBe(2.5);
});

test('zooming keeps the point under the pointer', () => {
  const point = { x: 200, y: 0 };
  const view = zoomed({ scale: 1, x: 300, y: 0 }, 2, point, bounds);
  const under = (of: { scale: number; x: number }) => (point.x - of.x) / of.scale;

  expect(under(view)).toBeCloseTo(under({ scale: 1, x: 300 }));
  expect(view.scale).toBe(2);
});

test('the zoom ranges from fitting to eight times the size', () => {
  expect(zoomed(fitting(bounds), 1_000, middle, bounds).scale).toBe(8);
  expect(zoomed({ scale: 2, x: 900, y: 100 }, 0.001, middle, bounds)).toEqual(fitting(bounds));
});

test('the edges of the picture leave no avoidable empty space', () => {
  const view = moved({ scale: 1, x: 0, y: 0 }, 9_999, 9_999, bounds);

  expect(view).toEqual({ scale: 1, x: 1_500, y: 250 });
  expect(moved(view, -9_999, -9_999, bounds)).toEqual({ scale: 1, x: -1_500, y: -250 });
});

test('a picture narrower than the viewport is centred', () => {
  const tall: Bounds = { ...bounds, picture: { width: 500, height: 4_000 } };
  expect(moved({ scale: 1, x: 0, y: 0 }, 300, 300, tall)).toEqual({ scale: 1, x: 0, y: 300 });
});

test('a zoomed picture exceeds the viewport', () => {
  expect(isLarger(fitting(bounds), bounds)).toBe(false);
  expect(isLarger({ scale: 0.3, x: 0, y: 0 }, bounds)).toBe(true);
});

test('a larger viewport leaves no avoidable empty space', () => {
  const larger = { ...bounds, room: { width: 2_000, height: 1_000 } };
  expect(kept({ scale: 0.25, x: 50, y: 0 }, larger)).toEqual({ scale: 0.5, x: 0, y: 0 });
});

test('a quarter turn swaps width and height', () => {
  expect(turned(bounds.picture, 1)).toEqual({ width: 1_000, height: 4_000 });
  expect(turned(bounds.picture, 2)).toEqual(bounds.picture);
});
