import type { ListedUser } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userQuery } from '../../../api/administration/users.ts';
import { ApiError } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { FormColumn } from '../../../ui/form/form-column.tsx';
import { FormSkeleton } from '../form/form-skeleton.tsx';
import { NoSuchUser } from './no-such-user.tsx';
import { UserHead } from './user-head.tsx';

/** Refresh interval, so that administrators notice changes by others soon. */
const ASK_AGAIN_MS = 15_000;

interface KnownUser {
  readonly user: ListedUser;
  /** Failure of the last refresh. */
  readonly failure: Error | null;
  retry(): void;
}

/** Loads a user, keeps it up to date, and shows failures. */
export function OfUser({ id, children }: { id: number; children(known: KnownUser): ReactNode }) {
  const { t } = useTranslation();
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    ...userQuery(id),
    refetchInterval: ASK_AGAIN_MS,
  });
  const retry = () => void refetch();
  if (error instanceof ApiError && error.status === 404) return <NoSuchUser />;
  if (user) return children({ user, failure: error, retry });
  return (
    <FormColumn>
      <UserHead title={t('users.title')} />
      {error ? <LoadFailure failure={error} onRetry={retry} /> : <FormSkeleton />}
    </FormColumn>
  );
}
