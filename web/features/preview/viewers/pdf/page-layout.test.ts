import { expect, it } from 'vitest';
import { nextZoom, scaleToFit, sharpness } from './page-layout.ts';

const A4 = { width: 595, height: 842 };

it('fits a page to a phone’s width, and limits it on a wide screen', () => {
  expect(scaleToFit(A4, 390) * A4.width).toBeCloseTo(358);
  expect(scaleToFit(A4, 1_400)).toBe(1.7);
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
