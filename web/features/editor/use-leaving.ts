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
    const goesAlong =
      nextLocation.search === currentLocation.search &&
      pathOfAddress(nextLocation.pathname) === text.path;
    return isWorthKeeping(text) && !goesAlong;
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { proceed, reset } = blocker;
    const saveAndGo = async () => {
      if (await saving.save()) proceed();
      else reset();
    };
    dialogs.getState().open({
      kind: 'discard-editor-changes',
      name,
      save: () => void saveAndGo(),
      discard: () => {
        onDiscard();
        proceed();
      },
      stay: reset,
    });
    // Asked once for each way out; what it would do with is the same until then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

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

/** After an ended session, the login page restores the text, so nothing is asked. */
function isWorthKeeping(text: EditorSession): boolean {
  return text.isUnsaved && session.getState().user !== undefined;
}
