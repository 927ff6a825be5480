import { expect, test, vi } from 'vitest';
import { pictureKey } from './picture-keys.ts';
import type { Zoom } from './use-zoom.ts';

function zoomThat(isLarger: boolean) {
  return {
    view: { scale: 1, x: 0, y: 0 },
    isFit: !isLarger,
    isLarger,
    quarters: 0,
    factor: 1,
    zoomBy: vi.fn<Zoom['zoomBy']>(),
    zoomToWhole: vi.fn<Zoom['zoomToWhole']>(),
    fit: vi.fn<Zoom['fit']>(),
    moveBy: vi.fn<Zoom['moveBy']>(),
    turn: vi.fn<Zoom['turn']>(),
  };
}

const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test('arrows and Escape belong to the frame while the whole picture is visible', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'Escape']) {
    expect(pictureKey(press(key), zoomThat(false))).toBeUndefined();
  }
});

test('when zoomed in, arrows pan and Escape shows the whole picture', () => {
  const zoom = zoomThat(true);
  pictureKey(press('ArrowRight'), zoom)?.();
  expect(zoom.moveBy).toHaveBeenCalledWith(-80, 0);
  pictureKey(press('Escape'), zoom)?.();
  expect(zoom.fit).toHaveBeenCalledOnce();
});

test('shortcuts of the browser are ignored', () => {
  expect(pictureKey(press('+', { ctrlKey: true }), zoomThat(false))).toBeUndefined();
  expect(pictureKey(press('r', { metaKey: true }), zoomThat(false))).toBeUndefined();
  expect(pictureKey(press('+'), zoomThat(false))).toBeDefined();
});
