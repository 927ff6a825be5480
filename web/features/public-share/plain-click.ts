import type { MouseEvent } from 'react';

/** Returns true for a click that navigates in this window; the browser handles all others. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
