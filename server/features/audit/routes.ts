import {
  AUDITED_OPERATIONS,
  AUDIT_URL,
  type AuditedOperation,
  AuditPage,
} from '#contract/audit.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { AuditConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { isFlagSet, queryOf } from '../../http/request.ts';
import { enumParam, jsonReply, numberParam, route, textParam } from '../../http/route.ts';
import { listAudit } from '../../metadata/audit.ts';
import type { Database } from '../../metadata/database.ts';
import type { AuditLog } from './audit-log.ts';

const ENTRIES_A_PAGE = 100;
const MAX_A_PAGE = 500;

export interface AuditService {
  readonly db: Pick<Database, 'read'>;
  readonly record: Pick<AuditLog, 'flush'>;
  readonly config: AuditConfig;
}

const LIST_AUDIT = route({
  access: 'admin',
  group: 'Server',
  summary: 'List audit log entries',
  query: {
    before: numberParam('Lists entries before the entry with this ID.'),
    limit: numberParam(
      `Maximum number of entries, ${ENTRIES_A_PAGE} by default and at most ${MAX_A_PAGE}.`,
    ),
    user: textParam('Lists only what this user did. The exact user name.'),
    what: enumParam('Lists only this action.', AUDITED_OPERATIONS),
    failed: textParam(
      '“true” lists only refused and failed actions, including those whose command failed.',
    ),
    since: numberParam('Lists only entries at or after this time, in Unix milliseconds.'),
    until: numberParam('Lists only entries before this time, in Unix milliseconds.'),
    path: textParam(
      'Lists only what concerned this item, or an item below it. A path as the administrator who sends the request ' +
        'sees it, from their scope.',
    ),
  },
  replies: { 200: jsonReply('A page of entries, the latest first.', AuditPage) },
  refusals: ['invalid-request', 'invalid-path'],
});

/** Shows the audit log to administrators. */
export function auditRoutes({ db, record, config }: AuditService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(AUDIT_URL, LIST_AUDIT, async (request, reply) => {
      const { before, limit, user, what, since, until, path } = queryOf(request);
      const most = Math.min(MAX_A_PAGE, wholeNumber('limit', limit) ?? ENTRIES_A_PAGE);
      const asked = {
        before: wholeNumber('before', before),
        sinceMs: timeIn('since', since),
        untilMs: timeIn('until', until),
        username: user,
        act: actIn(what),
        path: path === undefined ? undefined : treePathIn(actorOf(request), path),
        failedOnly: isFlagSet(request, 'failed'),
      };
      // Includes entries that wait to be stored.
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
  throw new AppError('invalid-request', `${name}: must be a positive whole number`);
}

function timeIn(name: string, text: string | undefined): number | undefined {
  return text === '0' ? 0 : wholeNumber(name, text);
}

function treePathIn(actor: Actor, text: string): TreePath {
  const path = parseTreePath(text);
  if (path === undefined) throw new AppError('invalid-path', 'path: not a path');
  return toTreePath(actor, path);
}

function actIn(text: string | undefined): AuditedOperation | undefined {
  if (text === undefined) return undefined;
  const act = AUDITED_OPERATIONS.find((known) => known === text);
  if (act === undefined)
    throw new AppError('invalid-request', `what: must be one of ${AUDITED_OPERATIONS.join(', ')}`);
  return act;
}
