import { AUDIT_ACTS, AUDIT_URL, type AuditAct, type AuditPage } from '#contract/audit.ts';
import type { FastifyInstance } from 'fastify';
import type { AuditConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { isFlagSet, queryOf } from '../../http/request.ts';
import { listAudit } from '../../metadata/audit.ts';
import type { Database } from '../../metadata/database.ts';
import type { AuditLog } from './audit-log.ts';

const ENTRIES_A_PAGE = 100;
const MOST_A_PAGE = 500;

export interface AuditService {
  readonly db: Pick<Database, 'read'>;
  readonly record: Pick<AuditLog, 'flush'>;
  readonly config: AuditConfig;
}

/** Who has done what, for administrators. */
export function auditRoutes({ db, record, config }: AuditService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(AUDIT_URL, { config: { access: 'admin' } }, async (request, reply) => {
      const { before, limit, user, what, until } = queryOf(request);
      const most = Math.min(MOST_A_PAGE, wholeNumber('limit', limit) ?? ENTRIES_A_PAGE);
      const asked = {
        before: wholeNumber('before', before),
        untilMs: wholeNumber('until', until),
        username: user,
        act: actIn(what),
        failedOnly: isFlagSet(request, 'failed'),
      };
      // What has happened just now is part of it.
      await record.flush();
      const found = await listAudit(db.read, { ...asked, limit: most + 1 });
      const page: AuditPage = {
        entries: found.slice(0, most),
        hasMore: found.length > most,
        keptMs: config.recordExpiryMs,
        keepsDownloads: config.downloads,
      };
      return reply.send(page);
    });
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new AppError('invalid-request', `${name}: has to be a number`);
}

function actIn(text: string | undefined): AuditAct | undefined {
  if (text === undefined) return undefined;
  const act = AUDIT_ACTS.find((known) => known === text);
  if (act === undefined)
    throw new AppError('invalid-request', `what: one of ${AUDIT_ACTS.join(', ')}`);
  return act;
}
