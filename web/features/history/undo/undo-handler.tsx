import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { followSessionEnd } from '../../../state/session-end.ts';
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
    let isRemoved = false;
    const stopHandling = handleUndo((target) => {
      const isSessionEnded = followSessionEnd();
      const isEnded = () => isRemoved || isSessionEnded();
      // An undo that has not begun when the session ends is dropped.
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
      isRemoved = true;
      stopHandling();
    };
  }, [queries]);
  return null;
}
