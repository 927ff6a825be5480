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
const REFRESH_MS = 15_000;

interface KnownUser {
  readonly user: ListedUser;
  /** Failure of the last refresh. */
  readonly failure: Error | null;
  retry(): void;
}

/** Loads a user and keeps it up to date for `children`. Shows why it cannot be loaded, or that it does not exist. */
export function LoadedUser({
  id,
  children,
}: {
  id: number;
  children(known: KnownUser): ReactNode;
}) {
  const { t } = useTranslation();
  const query = useQuery({ ...userQuery(id), refetchInterval: REFRESH_MS });
  const { data: user, error, refetch } = query;
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
