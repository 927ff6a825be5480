import { afterEach, vi } from 'vitest';

const { fetch } = globalThis;

/** Test files that share a process begin each test with the globals, the storage and the timers of a new page. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.fetch = fetch;
  localStorage.clear();
  sessionStorage.clear();
});
