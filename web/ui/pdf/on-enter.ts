import type { KeyboardEvent } from 'react';
import { isComposing, shortcutOf } from '../../lib/keyboard.ts';

/** Returns a handler that runs an action on Enter, as a form does. The reader has no forms, because it may be inside one. */
export function onEnter(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (isComposing(event.nativeEvent) || shortcutOf(event) !== 'Enter') return;
    event.preventDefault();
    run();
  };
}
