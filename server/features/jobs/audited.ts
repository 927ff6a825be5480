import { STATUS_DONE } from '../../http/audit.ts';
import type { AuditedOperation } from '#contract/audit.ts';
import type { AuditSink } from '../../http/audit.ts';
import type { Database } from '../../metadata/database.ts';
import { findUserById } from '../../metadata/users.ts';
import type { PerformJob } from '../../operations/job-runner.ts';

interface AuditedJobs {
  readonly audit: AuditSink;
  readonly db: Pick<Database, 'read'>;
}

/**
 * Records jobs in the audit log that are completed without a request: after a restart, or when they are retried. The request that began the
 * job has recorded its own end.
 */
export function audited(
  act: AuditedOperation,
  perform: PerformJob,
  { audit, db }: AuditedJobs,
): PerformJob {
  return async (actor, request, control) => {
    const end = await perform(actor, request, control);
    const user = await findUserById(db.read, actor.userId);
    const destination = end.result ?? request.to;
    audit.record(
      {
        at: Date.now(),
        act,
        username: actor.username,
        address: '',
        about: request.from,
        ...(destination !== undefined && { destination }),
        status: STATUS_DONE,
      },
      { signedUp: user?.signedUp === true },
    );
    return end;
  };
}
