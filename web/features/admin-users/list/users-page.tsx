import { useQuery } from '@tanstack/react-query';
import { allUsersQuery } from '../../../api/administration/users.ts';
import { LoadFailure, StaleNotice } from '../parts/notices.tsx';
import { UserList } from './user-list.tsx';
import { UsersSkeleton } from './users-skeleton.tsx';
import styles from './user-list.module.css';

/** Everybody who can sign in. */
export function UsersPage() {
  const { data: users, error, refetch } = useQuery(allUsersQuery);
  const retry = () => void refetch();
  if (!users) return error ? <LoadFailure failure={error} onRetry={retry} /> : <UsersSkeleton />;
  return (
    <div className={styles.page}>
      {error && <StaleNotice failure={error} onRetry={retry} />}
      <UserList users={users} />
    </div>
  );
}
