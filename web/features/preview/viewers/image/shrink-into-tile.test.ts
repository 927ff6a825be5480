import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkIntoTile } from './shrink-into-tile.ts';

const START = 1_000;
let frames: FrameRequestCallback[] = [];
let animate = vi.fn<Element['animate']>();

beforeEach(() => {
  frames = [];
  animate = vi.fn<Element['animate']>(() => new EventTarget() as Animation);
  vi.spyOn(performance, 'now').mockReturnValue(START);
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  // This document cannot animate.
  Element.prototype.animate = animate;
});

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate');
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function closeViewer(): void {
  const viewer = document.createElement('div');
  viewer.innerHTML = '<img data-loaded style="transform: scale(1) rotate(0deg)">';
  document.body.append(viewer);
  shrinkIntoTile(viewer);
  viewer.remove();
}

/** Draws the frames of a fast screen (120 Hz) between two times after the start, in milliseconds. */
function draw(fromMs: number, toMs: number): void {
  for (let at = fromMs; at < toMs; at += 1_000 / 120)
    for (const run of frames.splice(0)) run(START + at);
}

test('on a fast screen, too, the picture waits half a second for its tile', () => {
  closeViewer();
  draw(0, 400);
  expect(animate).not.toHaveBeenCalled();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="grid"><div data-index="0" tabindex="0"><img data-shown></div></div>',
  );
  draw(400, 450);
  expect(animate).toHaveBeenCalledOnce();
  const [steps] = animate.mock.lastCall ?? [];
  expect(steps).toMatchObject([{ transform: 'none' }, {}]);
});

test('without a tile, the picture fades after half a second', () => {
  closeViewer();
  draw(0, 520);
  expect(animate.mock.lastCall?.[0]).toEqual([{ opacity: 1 }, { opacity: 0 }]);
});
