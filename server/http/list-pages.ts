import { Readable } from 'node:stream';
import {
  DEFAULT_ON_PAGE,
  LINK_HEADER,
  linkToNext,
  MAX_ON_PAGE,
  type Order,
  sortText,
  TOTAL_HEADER,
} from '#contract/pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { SendReply } from './concurrency-limit.ts';
import { holdMemory } from './reply-memory.ts';
import { isFlagSet, queryOf } from './request.ts';

/** The page that a request asks for. */
export interface PageAsked<Column extends string> {
  readonly limit: number;
  readonly after: string | undefined;
  readonly search: string;
  readonly order: Order<Column>;
  /** Names of the parameters that limit the list to a part, and are set. The address of the next page has them, too. */
  readonly parts?: readonly string[];
}

/** A page, and the facts for its headers. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list. */
  readonly total: number;
  /** Start of the next page; undefined for the last page. */
  readonly next: string | undefined;
}

/**
 * Returns the page that a request asks for, sorted by the first column by default; undefined for the whole list. `parts` are the names of the
 * parameters that limit the list to a part.
 */
export function pageIn<Column extends string>(
  request: FastifyRequest,
  columns: readonly [Column, ...Column[]],
  parts: readonly string[] = [],
): PageAsked<Column> | undefined {
  const { limit, after, search, sort } = queryOf(request);
  if ([limit, after, search, sort].every((value) => value === undefined)) return undefined;
  return {
    limit: limitIn(limit),
    after,
    search: search ?? '',
    order: orderIn(sort, columns),
    parts: parts.filter((name) => isFlagSet(request, name)),
  };
}

function limitIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ON_PAGE;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new AppError('invalid-request', 'limit: has to be a number above 0');
  }
  return Math.min(MAX_ON_PAGE, Number(text));
}

function orderIn<Column extends string>(
  text: string | undefined,
  columns: readonly [Column, ...Column[]],
): Order<Column> {
  if (text === undefined) return { by: columns[0], isAscending: true };
  const isAscending = !text.startsWith('-');
  const by = columns.find((column) => column === text.slice(isAscending ? 0 : 1));
  if (by !== undefined) return { by, isAscending };
  throw new AppError('invalid-request', `sort: has to be one of ${columns.join(', ')}`);
}

/** Returns the error for an `after` that does not belong to this list and order. */
export function unknownPosition(): AppError {
  return new AppError(
    'invalid-request',
    'after: does not belong to this list and order; take it from the Link header',
  );
}

/** Sends a page, with the length of the whole list and the address of the next page in its headers. */
export function sendPage<Item>(
  reply: FastifyReply,
  { limit, search, order, parts }: PageAsked<string>,
  { items, total, next }: Page<Item>,
): FastifyReply {
  reply.header(TOTAL_HEADER, total);
  if (next !== undefined) {
    const query = { limit, search, sort: sortText(order), after: next };
    reply.header(LINK_HEADER, linkToNext(query, parts));
  }
  return reply.send(items);
}

const COMMA = Buffer.from(',');

/**
 * Prepares a whole list in JSON as a reply. Slices are awaited one after the other and never joined, so that other requests are not
 * delayed. Nothing is sent before all slices are complete, so that errors get their usual reply.
 */
export async function prepareSlices(
  reply: FastifyReply,
  slices: AsyncIterable<readonly unknown[]>,
): Promise<SendReply> {
  const parts: Buffer[] = [];
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    if (parts.length > 0) parts.push(COMMA);
    parts.push(Buffer.from(JSON.stringify(slice).slice(1, -1)));
  }
  const whole = [Buffer.from('['), ...parts, Buffer.from(']')];
  const bytes = whole.reduce((sum, { length }) => sum + length, 0);
  holdMemory(reply, bytes);
  return () =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-length', bytes)
      .send(Readable.from(whole, { objectMode: false }));
}
