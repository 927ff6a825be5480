import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { forgetUndo, handleUndo } from '../../../state/undo.ts';
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
    const stop = handleUndo((target) => {
      lastUndo = lastUndo.then(() =>
        performUndo(
          {
            t: latest.current.t,
            queries,
            goTo: (address) => void latest.current.navigate(address),
            shownAddress: () => latest.current.pathname,
          },
          target,
        ),
      );
    });
    return () => {
      stop();
      forgetUndo();
    };
  }, [queries]);
  return null;
}
