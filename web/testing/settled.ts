import { configure, getConfig } from '@testing-library/react';

// Some tests stop the clocks.
const turn = globalThis.setImmediate;
const { asyncWrapper } = getConfig();

/**
 * What a test has waited for is on the page as soon as React has put it there; the effects of the same change
 * (the title, the focus) follow in a turn of their own. Somebody who sees the one sees the other, so tests go on
 * after both: React's work is cut into turns, and one that is late leaves the effects for the next.
 */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise<void>((resolve) => turn(resolve));
}

configure({
  // Parts of the page that are loaded when needed take their time on a busy machine.
  asyncUtilTimeout: 15_000,
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work();
      await settle();
      return result;
    }),
});
