/** Time within which the page has drawn a new address. Milliseconds. */
const DRAWN_AFTER_MS = 500;

/** Number of navigations that are under way or not yet drawn. */
let leaving = 0;

/** Calls `navigate`, which goes to another address. `isLeaving` returns true until the page has drawn it. */
export async function leaveFor(navigate: () => void | Promise<void>): Promise<void> {
  leaving += 1;
  try {
    await navigate();
  } finally {
    setTimeout(() => (leaving -= 1), DRAWN_AFTER_MS);
  }
}

/** Returns true while the page goes to another address, so that what happens to the shown item must not lead elsewhere. */
export function isLeaving(): boolean {
  return leaving > 0;
}
