import { useParams } from 'react-router';
import { ExplainPage } from '../../features/admin-users/explain/explain-page.tsx';
import { EditUser } from '../../features/admin-users/form/edit-user.tsx';
import { NewUser } from '../../features/admin-users/form/new-user.tsx';
import { UsersPage } from '../../features/admin-users/list/users-page.tsx';
import { NoSuchUser } from '../../features/admin-users/parts/no-such-user.tsx';

/** `/settings/users`, `…/new`, `…/{id}` and `…/{id}/explain`. */
export function UsersRoute() {
  const [which, tab, ...rest] = (useParams()['*'] ?? '').replace(/\/$/, '').split('/');
  if (which === '' || which === undefined) return <UsersPage />;
  if (which === 'new' && tab === undefined) return <NewUser />;
  // Limits the digits to exactly representable numbers.
  const id = /^[1-9]\d{0,14}$/.test(which) && rest.length === 0 ? Number(which) : undefined;
  if (id === undefined) return <NoSuchUser />;
  if (tab === undefined) return <EditUser id={id} />;
  return tab === 'explain' ? <ExplainPage id={id} /> : <NoSuchUser />;
}
