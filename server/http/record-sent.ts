import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ByteRange } from '../lib/byte-ranges.ts';
import { pathOf } from './request.ts';
import type { SentUse } from './visitors.ts';

/** A file or an archive that is being sent. */
export interface Sending extends Omit<SentUse, 'path'> {
  /** Path of the item, when it differs from the address; as in `ShareUse` of the contract. */
  readonly path?: string | undefined;
  /** Ranges of a file in the order in which they are sent. */
  readonly ranges: readonly ByteRange[] | undefined;
  /** Total number of bytes, if known. */
  readonly bytes?: number | undefined;
}

/** Counts the bytes that the connection has accepted. */
export interface SentCounter {
  bytes: number;
}

/**
 * Records what share visitors are sent, when the reply has ended or was interrupted. send-file.ts and send-archive.ts call
 * it for all file contents, so features need not. Downloads of users are recorded when the audit log includes downloads.
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
    // A client that has received everything may disconnect before the reply is finished here.
    const isComplete = response.writableFinished || counter.bytes === bytes;
    const pieces = ranges ?? [{ start: 0, end: counter.bytes - 1 }];
    end({ pieces: isComplete ? pieces : firstOf(pieces, counter.bytes), isComplete });
  });
  return counter;
}

/** Clients that fetch a file in parts send many requests for one download. */
function isLaterPart(ranges: readonly ByteRange[] | undefined): boolean {
  return ranges !== undefined && ranges.every(({ start }) => start > 0);
}

/** Returns the first `bytes` bytes of consecutive ranges. */
function firstOf(ranges: readonly ByteRange[], bytes: number): ByteRange[] {
  let left = bytes;
  return ranges.flatMap(({ start, end }) => {
    const taken = Math.min(left, end - start + 1);
    left -= taken;
    return taken > 0 ? [{ start, end: start + taken - 1 }] : [];
  });
}
