import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { dialogs } from '../dialogs.ts';
import { session } from '../session.ts';

/** Asks before a form with changes is left in any way, unless the session has ended. */
export function useLeaveGuard(isChanged: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      session.getState().user !== undefined &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const dialog = dialogs.getState().open({
      kind: 'discard-changes',
      discard: blocker.proceed,
      stay: blocker.reset,
    });
    // Each blocked navigation has its own dialog and blocker, also after a dialog that was closed without an answer.
    return dialog.close;
  }, [blocker]);

  useEffect(
    () =>
      guardLeaving('changes', {
        subscribe: (listener) => session.subscribe(listener),
        current: () => ({ isActive: isChanged && session.getState().user !== undefined }),
      }),
    [isChanged],
  );
}
