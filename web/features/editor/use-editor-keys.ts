import { useEffect, useRef } from 'react';
import { shortcutOf } from '../../actions/shortcut-of.ts';
import { isMac } from '../../lib/platform.ts';
import type { EditorSession } from './session/editor-session.ts';

interface EditorKeys {
  save(): void;
  find(): void;
  leave(): void;
}

/** The keys that work wherever in the editor the focus is. Those of the text itself are the library's. */
export function useEditorKeys(text: EditorSession, keys: EditorKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const act = meaningOf(event, text, latest.current);
      if (!act) return;
      event.preventDefault();
      // The same keys mean something else to the page around.
      event.stopPropagation();
      act();
    };
    // Before the library and the page: Ctrl+S is ours even where the text does not know it.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [text]);
}

function meaningOf(
  event: KeyboardEvent,
  text: EditorSession,
  keys: EditorKeys,
): (() => void) | undefined {
  const pressed = shortcutOf(event, isMac());
  const inText = event.target instanceof Node && text.view.dom.contains(event.target);
  if (pressed === 'Ctrl+S') return () => keys.save();
  if (pressed === 'Ctrl+F' && text.facts.getState().compared === undefined) {
    return keys.find;
  }
  const isElsewhere =
    event.target instanceof Element && event.target.closest('[role="menu"], select');
  return pressed === 'Escape' && !inText && !isElsewhere ? keys.leave : undefined;
}
