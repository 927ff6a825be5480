import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { pathOfAddress } from '../../lib/path-codec.ts';

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
