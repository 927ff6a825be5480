import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withMessages } from '../../i18n/messages.ts';
import { pathOfAddress } from '../../lib/path-codec.ts';
import { handleDeletions } from '../../state/deletions.ts';
import { showFailure } from '../../state/show-failure.ts';

/** Functions of the page that deleting and restoring need. */
export interface TrashAccess {
  readonly t: TFunction;
  readonly queries: QueryClient;
  goTo(address: string): void;
  /** Returns the displayed path; undefined outside files. */
  shownPath(): string | undefined;
}

export function useTrashAccess(): TrashAccess {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The user may have navigated before an operation ends.
  const latest = useRef({ navigate, pathname });
  useEffect(() => {
    latest.current = { navigate, pathname };
  });
  return useMemo(
    () => ({
      t,
      queries,
      goTo: (address: string) => void latest.current.navigate(address),
      shownPath: () => pathOfAddress(latest.current.pathname),
    }),
    [t, queries],
  );
}

/** Deletes what the user requests anywhere on the page. */
export function useDeletions(): void {
  const access = useTrashAccess();
  useEffect(
    () =>
      handleDeletions((request) => {
        withMessages('files', import('./deleting/start-deletion.ts'))
          .then(({ startDeletion }) => startDeletion(access, request))
          .catch((failure: unknown) => showFailure(access.t, failure));
      }),
    [access],
  );
}
