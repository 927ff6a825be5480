import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../lib/byte-ranges.ts';
import { pathOf } from './request.ts';
import type { SentUse } from './visitors.ts';

/** What is being sent to somebody. */
export interface Sending extends Omit<SentUse, 'path'> {
  /** What it is of, where the address does not tell: as in the contract's `ShareUse`. */
  readonly path?: string | undefined;
  /** Of a file, in the order in which they are sent. */
  readonly ranges: readonly ByteRange[] | undefined;
  /** Of all that is to be sent, where that is known. */
  readonly bytes?: number | undefined;
}

/** Bytes that the connection has taken, counted by whoever sends them. */
export interface SentCounter {
  bytes: number;
}

/**
 * Keeps for the record of a link what its visitors are really sent, when the answer is over or was cut. All bytes of users
 * leave through send-file.ts and send-archive.ts, and these call it: no room has to. What users download is kept where
 * the operator wants that, and nothing else of what they are sent.
 */
export function recordSent(
  request: FastifyRequest,
  response: ServerResponse,
  { ranges, bytes, path, ...use }: Sending,
): SentCounter {
  const counter = { bytes: 0 };
  if (use.kind === 'downloaded' && !isLaterPart(ranges)) request.auditDownload(path);
  if (request.visitor === undefined || response.destroyed) return counter;
  const end = request.visitor.record.begin({ ...use, path: path ?? pathOf(request).path });
  response.once('close', () => {
    // Who has got all of it may leave before the answer is finished for us.
    const isComplete = response.writableFinished || counter.bytes === bytes;
    const pieces = ranges ?? [{ start: 0, end: counter.bytes - 1 }];
    end({ pieces: isComplete ? pieces : firstOf(pieces, counter.bytes), isComplete });
  });
  return counter;
}

/** Programs that fetch a file in parts ask many times for one download. */
function isLaterPart(ranges: readonly ByteRange[] | undefined): boolean {
  return ranges !== undefined && ranges.every(({ start }) => start > 0);
}

/** As much of the ranges, one behind the other, as so many bytes make. */
function firstOf(ranges: readonly ByteRange[], bytes: number): ByteRange[] {
  let left = bytes;
  return ranges.flatMap(({ start, end }) => {
    const taken = Math.min(left, end - start + 1);
    left -= taken;
    return taken > 0 ? [{ start, end: start + taken - 1 }] : [];
  });
}
