import { useKeys } from '../../lib/keyboard.ts';
import type { EditorSession } from './session/editor-session.ts';

interface EditorKeys {
  save(): void;
  find(): void;
  leave(): void;
}

/**
 * Handles the keys that work wherever in the editor the focus is, before the library that handles those of the text
 * itself.
 */
export function useEditorKeys(text: EditorSession, keys: EditorKeys): void {
  useKeys('editor', (event, pressed) => {
    const action = meaningOf(event, pressed, text, keys);
    action?.();
    return action !== undefined;
  });
}

function meaningOf(
  { target }: KeyboardEvent,
  pressed: string,
  text: EditorSession,
  keys: EditorKeys,
): (() => void) | undefined {
  if (pressed === 'Ctrl+S') return keys.save;
  if (pressed === 'Ctrl+F' && text.facts.getState().compared === undefined) return keys.find;
  const isInText = target instanceof Node && text.view.dom.contains(target);
  const isElsewhere = target instanceof Element && target.closest('[role="menu"], select');
  return pressed === 'Escape' && !isInText && !isElsewhere ? keys.leave : undefined;
}
