import type { ListedUser } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userQuery } from '../../../api/administration/users.ts';
import { ApiError } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormColumn } from '../../../ui/form/form-column.tsx';
import { FormSkeleton } from '../form/form-skeleton.tsx';
import { LoadFailure, NoSuchUser } from './notices.tsx';
import { UserHead } from './user-head.tsx';

/** Often enough that two administrators do not work past each other for long. */
const ASK_AGAIN_MS = 15_000;

interface KnownUser {
  readonly user: ListedUser;
  /** They could not be read again. */
  readonly failure: Error | null;
  retry(): void;
}

/** One user, kept in step with the server; or what stands in the way of that. */
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
