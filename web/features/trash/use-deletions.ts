import { useEffect } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { handleDeletions } from '../../state/deletions.ts';
import { showFailure } from '../../state/show-failure.ts';
import { useTrashAccess } from './trash-access.ts';

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
