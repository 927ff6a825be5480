import { expect, test } from 'vitest';
import { guardLeaving, underWay } from './guard-leaving.ts';

/** Activity that the test starts and ends. */
function someWork() {
  const listeners = new Set<() => void>();
  let isActive = false;
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => ({ isActive }),
    set(active: boolean) {
      isActive = active;
      for (const listener of listeners) listener();
    },
  };
}

function isAskedOnLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('leaving asks only during an activity', () => {
  const work = someWork();
  const stop = guardLeaving('operations', work);
  expect(isAskedOnLeaving()).toBe(false);
  work.set(true);
  expect(isAskedOnLeaving()).toBe(true);
  work.set(false);
  expect(isAskedOnLeaving()).toBe(false);
  work.set(true);
  stop();
  expect(isAskedOnLeaving()).toBe(false);
});

test('kinds of running work are listed once until it ends', () => {
  const [film, picture, text] = [someWork(), someWork(), someWork()];
  const stops = [
    guardLeaving('uploads', film),
    guardLeaving('uploads', picture),
    guardLeaving('changes', text),
  ];
  for (const work of [film, picture, text]) work.set(true);
  expect(underWay()).toEqual(['uploads', 'changes']);
  film.set(false);
  expect(underWay()).toEqual(['uploads', 'changes']);
  stops.forEach((stop) => stop());
  expect(underWay()).toEqual([]);
  expect(isAskedOnLeaving()).toBe(false);
});
