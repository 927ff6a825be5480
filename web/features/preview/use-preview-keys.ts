import type { ActionContext, UserAction } from '../../actions/action.ts';
import { isRightToLeft } from '../../lib/direction.ts';
import { isForSelectedText, useKeys } from '../../lib/keyboard.ts';

export interface PreviewKeys {
  readonly actions: readonly UserAction[];
  readonly context: ActionContext;
  toPrevious(): void;
  toNext(): void;
  leave(): void;
}

/** Handles the keys of the preview that its viewer has not handled. */
export function usePreviewKeys(keys: PreviewKeys): void {
  useKeys('page', (event, pressed) => {
    if (isForSelectedText(event)) return false;
    const action = meaningOf(event, pressed, keys);
    action?.();
    return action !== undefined;
  });
}

function meaningOf(
  event: KeyboardEvent,
  pressed: string,
  keys: PreviewKeys,
): (() => void) | undefined {
  if (pressed === 'Escape') return keys.leave;
  if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
    // A focused player seeks with them.
    if (event.target instanceof HTMLMediaElement) return undefined;
    return (pressed === 'ArrowRight') === isRightToLeft() ? keys.toPrevious : keys.toNext;
  }
  const action = keys.actions.find(({ shortcut }) => shortcut === pressed);
  return action && (() => action.run(keys.context));
}
