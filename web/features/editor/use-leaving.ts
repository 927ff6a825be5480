import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { pathOfAddress } from '../../lib/path-codec.ts';
import { dialogs } from '../../state/dialogs.ts';
import { session } from '../../state/session.ts';
import type { EditorSession } from './session/editor-session.ts';
import type { Saving } from './use-saving.ts';

/** Asks before an unsaved text is left in any way. `onDiscard` is called before it is left unsaved. */
export function useLeaving(
  text: EditorSession,
  { name, saving, onDiscard }: { name: string; saving: Saving; onDiscard(): void },
): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const staysOnText =
      nextLocation.search === currentLocation.search &&
      pathOfAddress(nextLocation.pathname) === text.path;
    return isWorthKeeping(text) && !staysOnText;
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const { proceed, reset } = blocker;
    let isCurrent = true;
    const saveAndGo = async () => {
      const isSaved = await saving.save();
      // A newer navigation has its own question.
      if (!isCurrent) return;
      if (isSaved) proceed();
      else reset();
    };
    const dialog = dialogs.getState().open({
      kind: 'discard-editor-changes',
      name,
      save: () => void saveAndGo(),
      discard: () => {
        onDiscard();
        proceed();
      },
      stay: reset,
    });
    // Each blocked navigation has its own dialog and blocker, also after a dialog that was closed without an answer. The
    // other values do not change while it is open.
    return () => {
      isCurrent = false;
      dialog.close();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker]);

  useEffect(
    () =>
      guardLeaving('changes', {
        subscribe: (listener) => {
          const stops = [text.facts.subscribe(listener), session.subscribe(listener)];
          return () => stops.forEach((stop) => stop());
        },
        current: () => ({ isActive: isWorthKeeping(text) }),
      }),
    [text],
  );
}

/** Returns true if leaving must be confirmed. After the end of a session it need not be: the draft is offered after the next login. */
function isWorthKeeping(text: EditorSession): boolean {
  return text.isUnsaved && session.getState().user !== undefined;
}
