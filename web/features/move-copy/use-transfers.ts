import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Transfers } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withMessages } from '../../i18n/messages.ts';
import { pathOfAddress } from '../../lib/path-codec.ts';
import { leaveFor } from '../../state/leaving.ts';
import { showFailure } from '../../state/show-failure.ts';

/** Copies and moves of the page. Returns the same object on every render. */
export function useTransfers(): Transfers {
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
      start(request) {
        const page = {
          t,
          queries,
          goTo: (address: string) => void leaveFor(() => latest.current.navigate(address)),
          shownPath: () => pathOfAddress(latest.current.pathname),
        };
        withMessages('files', import('./start-transfer.ts'))
          .then(({ beginTransfer }) => beginTransfer(page, request))
          .catch((failure: unknown) => showFailure(t, failure));
      },
    }),
    [t, queries],
  );
}
