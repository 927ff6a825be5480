import { ShareTable } from '../../features/share-table/share-table.tsx';

/** `/settings/shares`: the links of the user, or of everybody for administrators. */
export function SharesRoute() {
  return <ShareTable />;
}
