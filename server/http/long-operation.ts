import { OPERATION_HEADER, type Operation, type OperationOutcome } from '#contract/operations.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { OperationControl } from '../tree/operation-control.ts';
import { sendStatus, sendText } from './text-reply.ts';

/** An operation that begins; `from` and `to` as its user sees them. */
export interface BegunOperation extends Pick<Operation, 'kind' | 'from' | 'to'> {
  readonly userId: number;
  /** Further options of the request, as text: a key identifies one request. */
  readonly how: string;
  /** Key that the client has given; undefined when it will not ask for the operation. */
  readonly key: string | undefined;
  /** Aborts when the operation has to be cancelled for a reason other than a request. */
  readonly cancelled?: AbortSignal | undefined;
}

/** Runs operations that may take long, which their users can query and cancel. */
export interface OperationRunner {
  /** Runs an operation. A known key runs nothing: it returns the outcome of the earlier request. */
  run(
    begun: BegunOperation,
    work: (control: OperationControl) => Promise<OperationOutcome>,
  ): Promise<OperationOutcome>;
  /** Returns true when `run` would return an earlier outcome. */
  isRepeated(begun: Pick<BegunOperation, 'userId' | 'key'>): boolean;
}

/** Returns the key that the client has given to an operation. Throws `invalid-request` for one that is malformed. */
export function operationKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[OPERATION_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) return key;
  throw new AppError('invalid-request', 'invalid operation key');
}

/** Removes the timeout of the connection, which is idle during a long operation. */
export function waitAsLongAsItTakes({ raw }: FastifyRequest): void {
  raw.socket.setTimeout(0);
}

/** Sends an outcome, which may be the failure of an earlier request with the same key. */
export function sendOutcome(
  reply: FastifyReply,
  { status, text, headers }: OperationOutcome,
): FastifyReply {
  reply.headers(headers);
  if (text === '') return sendStatus(reply, status);
  if (headers['content-type'] !== undefined) return reply.status(status).send(text);
  return sendText(reply, status, text);
}
