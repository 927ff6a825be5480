import type { AuditedOperation, AuditEntry } from '#contract/audit.ts';
import { type Trigger, TRIGGERS } from '#contract/commands.ts';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import { parseTreePath, prefixed } from '#contract/paths.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { toTreePath } from '../access/actor-paths.ts';
import { AppError } from '../errors.ts';
import type { Completed } from '../tree/run-operation.ts';
import { pathOf } from './request.ts';

/** Action of a route in the audit log. `nothing`: the route changes nothing of interest, or is recorded elsewhere. */
type Audited = AuditedOperation | 'nothing';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for all methods that can change something. */
    audit?: Audited | ((request: FastifyRequest) => Audited);
  }
  interface FastifyRequest {
    /** Facts that the handler adds to the audit entry of the request. */
    auditFacts: AuditFacts | undefined;
    /** Records the start of a download. `path` is needed when it differs from the path in the address. */
    auditDownload(path?: string): void;
  }
}

/**
 * Facts about a request for its audit entry. `recordsFailuresOnly`: a successful request is not recorded, because it has changed
 * nothing or is part of an operation with its own entry.
 */
export interface AuditFacts extends Partial<
  Pick<AuditEntry, 'username' | 'about' | 'destination' | 'fields'>
> {
  readonly recordsFailuresOnly?: boolean;
  /** True for a user who has created the account, if the request has no session of theirs. */
  readonly signedUp?: boolean;
}

/** Stores audit entries asynchronously; never delays a request. */
export interface AuditSink {
  record(entry: Omit<AuditEntry, 'id'>, user: AuditedUser): void;
}

/** Facts about the user of an entry that are not stored. */
export interface AuditedUser {
  /** True for a user who has created the account. Many such users can be one person. */
  readonly signedUp: boolean;
}

/** Actions whose address ends with the path of their item. */
const ABOUT_PATHS: ReadonlySet<AuditedOperation> = new Set([
  'upload',
  'folder-make',
  'save',
  'copy',
  'move',
  'delete',
  'share-make',
]);
/** Status in the audit log of an operation that was done without a reply of its own. */
export const STATUS_DONE = 200;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Records an audit entry for every request that can change something, when its status is known. Prevents the server from
 * starting with a route that can change something but does not declare `audit`.
 */
export function auditRequests(
  app: FastifyInstance,
  sink: AuditSink,
  { downloads }: { readonly downloads: boolean },
): void {
  app.decorateRequest('auditFacts', undefined);
  app.decorateRequest('auditDownload', function (this: FastifyRequest, path?: string) {
    // Downloads of share visitors are recorded as uses of the share.
    if (!downloads || this.session === undefined) return;
    const entry = entryOf(this, 'download', 200);
    const about = path === undefined ? treePathOf(this) : treePathFrom(this, path);
    sink.record({ ...entry, about }, auditedUserOf(this));
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.audit === undefined && canChange(route)) {
      throw new Error(`${String(route.method)} ${route.url} does not declare its audit entry`);
    }
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const act = actOf(request);
    if (act !== 'nothing' && isRecorded(request, reply, act)) {
      const entry = { ...entryOf(request, act, reply.statusCode), ...endOf(reply) };
      sink.record(entry, auditedUserOf(request));
    }
    done();
  });
}

/**
 * Returns the outcome. When a command failed after the operation, the reply has the status of the command, and the entry
 * that of the operation.
 */
function endOf(reply: FastifyReply): Pick<AuditEntry, 'status' | 'failedCommand'> {
  const { statusCode: status } = reply;
  const failedCommand = failedCommandOf(reply);
  if (failedCommand === undefined) return { status };
  const isDone = failedCommand.startsWith('after_');
  return { status: isDone && status >= 400 ? STATUS_DONE : status, failedCommand };
}

function failedCommandOf(reply: FastifyReply): Trigger | undefined {
  const value = reply.getHeader(FAILED_COMMAND_HEADER);
  return TRIGGERS.find((trigger) => trigger === value);
}

/** Adds facts to the audit entry of a request: names of changed fields, never their values. */
export function addAuditFacts(request: FastifyRequest, facts: AuditFacts): void {
  request.auditFacts = { ...request.auditFacts, ...facts };
}

/** Adds facts about a completed operation on the tree. An operation that has changed nothing gets no entry. */
export function auditCompleted(
  request: FastifyRequest,
  { hasChanged }: Pick<Completed<unknown>, 'hasChanged'>,
  facts: AuditFacts = {},
): void {
  addAuditFacts(request, hasChanged ? facts : { ...facts, recordsFailuresOnly: true });
}

function canChange({ method }: RouteOptions): boolean {
  return [method].flat().some((each) => !READING.has(each));
}

function actOf(request: FastifyRequest): Audited {
  const { audit = 'nothing' } = request.routeOptions.config;
  return typeof audit === 'function' ? audit(request) : audit;
}

/** Returns false for errors that change nothing and reveal no intent: a taken name, a missing file, an invalid request. */
function isRecorded(request: FastifyRequest, reply: FastifyReply, act: AuditedOperation): boolean {
  const { statusCode: status } = reply;
  if (request.auditFacts?.recordsFailuresOnly === true && status < 400) return false;
  if (status < 400 || status >= 500 || reply.hasHeader(FAILED_COMMAND_HEADER)) return true;
  const isKnown = request.session !== undefined;
  if (act === 'sign-in') return [401, 403, 429].includes(status);
  return isKnown && status === 403;
}

function auditedUserOf({ session, auditFacts }: FastifyRequest): AuditedUser {
  return { signedUp: session?.user.signedUp ?? auditFacts?.signedUp ?? false };
}

function entryOf(
  request: FastifyRequest,
  act: AuditedOperation,
  status: number,
): Omit<AuditEntry, 'id'> {
  const { recordsFailuresOnly: _, signedUp: __, ...facts } = request.auditFacts ?? {};
  return {
    at: Date.now(),
    act,
    username: request.session?.user.username ?? '',
    address: request.address,
    about: ABOUT_PATHS.has(act) ? treePathOf(request) : '',
    ...facts,
    status,
  };
}

/** Returns the path in the address, from the server's root; '' for an invalid path. */
function treePathOf(request: FastifyRequest): string {
  if (request.session === undefined) return '';
  try {
    return treePathFrom(request, pathOf(request).path);
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
}

/** Converts a path as the user sees it to one from the server's root; '' for an invalid path. */
function treePathFrom({ session, trashed }: FastifyRequest, path: string): string {
  const seen = parseTreePath(path);
  if (session === undefined || seen === undefined) return '';
  return trashed ? prefixed(trashed.source, seen) : toTreePath(session.actor, seen);
}
