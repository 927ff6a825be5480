import { useEffect, useRef } from 'react';
import type { ActionContext, UserAction } from '../../actions/action.ts';
import { belongsElsewhere, shortcutOf } from '../../actions/shortcut-of.ts';
import { isRightToLeft } from '../../lib/direction.ts';
import { isMac } from '../../lib/platform.ts';

export interface PreviewKeys {
  readonly actions: readonly UserAction[];
  readonly context: ActionContext;
  toPrevious(): void;
  toNext(): void;
  leave(): void;
}

/** Obeys the keys of the preview wherever the focus is, fields and dialogs apart, after the viewer has had its choice. */
export function usePreviewKeys(keys: PreviewKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || belongsElsewhere(event)) return;
      const act = meaningOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function meaningOf(event: KeyboardEvent, keys: PreviewKeys): (() => void) | undefined {
  const pressed = shortcutOf(event, isMac());
  if (pressed === 'Escape') return keys.leave;
  if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
    // A player that has the focus winds by them.
    if (event.target instanceof HTMLMediaElement) return undefined;
    return (pressed === 'ArrowRight') === isRightToLeft() ? keys.toPrevious : keys.toNext;
  }
  const action = keys.actions.find(({ shortcut }) => shortcut === pressed);
  return action && (() => action.run(keys.context));
}
