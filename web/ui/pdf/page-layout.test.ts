import { expect, it } from 'vitest';
import { nextZoom, scaleToFit, sharpness, turnedSize } from './page-layout.ts';

const A4 = { width: 595, height: 842 };

it('fits a page to a phone’s width, and limits it on a wide screen', () => {
  expect(scaleToFit(A4, { width: 390, height: 700 }, 'width') * A4.width).toBeCloseTo(358);
  expect(scaleToFit(A4, { width: 1_400, height: 700 }, 'width')).toBe(1.7);
});

it('shows a whole page in a low room, turned or not', () => {
  const room = { width: 1_400, height: 700 };
  expect(scaleToFit(A4, room, 'page') * A4.height).toBeCloseTo(668);
  const turned = turnedSize(A4, 3);
  expect(turned).toEqual({ width: 842, height: 595 });
  expect(scaleToFit(turned, room, 'page') * turned.height).toBeCloseTo(668);
  expect(scaleToFit(A4, { width: 390, height: 700 }, 'page') * A4.width).toBeCloseTo(358);
});

it('zooms in steps up to a limit', () => {
  expect(nextZoom(1, 'in')).toBe(1.25);
  expect(nextZoom(1, 'out')).toBe(0.75);
  expect(nextZoom(4, 'in')).toBe(4);
  expect(nextZoom(0.5, 'out')).toBe(0.5);
});

it('draws at the screen’s resolution up to the canvas limit', () => {
  expect(sharpness(600, 800, 2)).toBe(2);
  const ratio = sharpness(6_000, 8_000, 2);
  expect(6_000 * 8_000 * ratio ** 2).toBeLessThanOrEqual(16_777_217);
});
