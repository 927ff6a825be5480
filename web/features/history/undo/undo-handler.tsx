import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { session } from '../../../state/session.ts';
import { handleUndo } from '../../../state/undo.ts';
import { performUndo } from './perform-undo.ts';

/** Undoes what the user wants to undo anywhere on the page. Renders nothing. */
export function UndoHandler() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The user may have navigated before an undo ends.
  const latest = useRef({ t, navigate, pathname });
  useEffect(() => {
    latest.current = { t, navigate, pathname };
  });
  useEffect(() => {
    // Undoes one after another: a second Ctrl+Z is meant for the action before the one that the first undoes.
    let lastUndo: Promise<void> = Promise.resolve();
    // Undos that have not begun when the session ends are dropped, even if the same user logs in again.
    let endedSessions = 0;
    const stopFollowing = session.subscribe((now, before) => {
      if (now.user?.id !== before.user?.id) endedSessions += 1;
    });
    const stopHandling = handleUndo((target) => {
      const requestedIn = endedSessions;
      const isEnded = () => endedSessions !== requestedIn;
      lastUndo = lastUndo.then(async () => {
        if (isEnded()) return;
        await performUndo(
          {
            t: latest.current.t,
            queries,
            goTo: (address) => void latest.current.navigate(address),
            shownAddress: () => latest.current.pathname,
            isEnded,
          },
          target,
        );
      });
    });
    return () => {
      endedSessions += 1;
      stopFollowing();
      stopHandling();
    };
  }, [queries]);
  return null;
}
