import { expect, test } from 'vitest';
import { guardLeaving } from './guard-leaving.ts';

/** Something that works when told to. */
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

test('leaving asks while something is under way, and only then', () => {
  const work = someWork();
  const stop = guardLeaving(work);
  expect(isAskedOnLeaving()).toBe(false);
  work.set(true);
  expect(isAskedOnLeaving()).toBe(true);
  work.set(false);
  expect(isAskedOnLeaving()).toBe(false);
  work.set(true);
  stop();
  expect(isAskedOnLeaving()).toBe(false);
});
