import { Readable } from 'node:stream';
import {
  DEFAULT_ON_PAGE,
  LINK_HEADER,
  linkToNext,
  MOST_ON_PAGE,
  type PageQuery,
  TOTAL_HEADER,
} from '#contract/pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { holdMemory } from './reply-memory.ts';
import { queryOf } from './request.ts';

/** What a page is to hold. */
export interface PageAsked extends PageQuery {
  readonly limit: number;
}

/** A page, and what the headers tell about the list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list. */
  readonly total: number;
  /** Where the next page begins; undefined for the last one. */
  readonly next: string | undefined;
}

/** Reads which page is asked for; undefined when the whole list is. */
export function pageIn(request: FastifyRequest): PageAsked | undefined {
  const { limit, after, search } = queryOf(request);
  if (limit === undefined && after === undefined && search === undefined) return undefined;
  return { limit: limitIn(limit), after, search };
}

function limitIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ON_PAGE;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new AppError('invalid-request', 'limit: has to be a number above 0');
  }
  return Math.min(MOST_ON_PAGE, Number(text));
}

export function sendPage<Item>(
  reply: FastifyReply,
  { limit, search }: PageAsked,
  { items, total, next }: Page<Item>,
): FastifyReply {
  reply.header(TOTAL_HEADER, total);
  if (next !== undefined) reply.header(LINK_HEADER, linkToNext({ limit, search, after: next }));
  return reply.send(items);
}

const COMMA = Buffer.from(',');

/**
 * Sends a whole list as JSON that is made slice by slice, so that no other request waits for it: the slices are awaited one after the other,
 * and their bytes are never joined. A failure is answered as usual, for nothing is sent before all slices are there.
 */
export async function sendSlices(
  reply: FastifyReply,
  slices: AsyncIterable<readonly unknown[]>,
): Promise<FastifyReply> {
  const parts: Buffer[] = [];
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    if (parts.length > 0) parts.push(COMMA);
    parts.push(Buffer.from(JSON.stringify(slice).slice(1, -1)));
  }
  const whole = [Buffer.from('['), ...parts, Buffer.from(']')];
  const bytes = whole.reduce((sum, { length }) => sum + length, 0);
  holdMemory(reply, bytes);
  return reply
    .type('application/json; charset=utf-8')
    .header('content-length', bytes)
    .send(Readable.from(whole, { objectMode: false }));
}
