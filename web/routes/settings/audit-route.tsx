import { Audit } from '../../features/audit/audit.tsx';

/** `/settings/audit`: who has done what on this server. */
export function AuditRoute() {
  return <Audit />;
}
