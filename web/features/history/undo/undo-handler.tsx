import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
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
    let hasEnded = false;
    const stop = handleUndo((target) => {
      lastUndo = lastUndo.then(async () => {
        if (hasEnded) return;
        await performUndo(
          {
            t: latest.current.t,
            queries,
            goTo: (address) => void latest.current.navigate(address),
            shownAddress: () => latest.current.pathname,
          },
          target,
        );
      });
    });
    return () => {
      // The session may have ended. Undos that have not begun are dropped.
      hasEnded = true;
      stop();
    };
  }, [queries]);
  return null;
}
