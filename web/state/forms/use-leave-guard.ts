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
    if (blocker.state !== 'blocked') return;
    dialogs.getState().open({
      kind: 'discard-changes',
      discard: blocker.proceed,
      stay: blocker.reset,
    });
    // Opens one dialog for each blocked navigation.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  useEffect(
    () =>
      guardLeaving('changes', {
        subscribe: (listener) => session.subscribe(listener),
        current: () => ({ isActive: isChanged && session.getState().user !== undefined }),
      }),
    [isChanged],
  );
}
