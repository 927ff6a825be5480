import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { EditorSession } from './session/editor-session.ts';

const MARK = '• ';

/** Among the tabs of the browser, too, a text that is not saved is known by its dot. */
export function useUnsavedTitle(text: EditorSession, name: string): void {
  const isUnsaved = useStore(text.facts, (facts) => facts.isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    return () => {
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
    };
    // The page names itself anew after the file.
  }, [isUnsaved, name]);
}
