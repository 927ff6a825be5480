import { PRIVATE, VARY_BY_USER } from './private-caching.ts';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange, type ByteRange } from '../lib/byte-ranges.ts';
import type { FileContents } from '../storage/driver.ts';
import { etagOf, evaluateConditions, lastModifiedMs, rangeStillHolds } from './conditions.ts';
import { BYTES } from './content-headers.ts';
import { digestField } from './digest-fields.ts';
import { recordSent, type SentCounter } from './record-sent.ts';
import { sendRange } from './send-range.ts';
import { harmlessHeaders, type Headers } from './harmless-headers.ts';

export interface FileToSend {
  readonly contents: FileContents;
  readonly name: string;
  /** Modification time of the contents. */
  readonly modifiedNs: bigint;
  /** Media type for showing the file in a page; undefined sends an attachment. */
  readonly inlineType: string | undefined;
  /** Media type of an attachment; application/octet-stream by default. */
  readonly attachedType?: string;
  /** Distinguishes versions of derived contents, in addition to the version of the file. */
  readonly etag?: string;
  /** Value of `Cache-Control` for public files. By default, the file is private. */
  readonly cacheControl?: string;
  /** SHA-256 of the whole file in lower-case hexadecimal, if it is known. */
  readonly sha256?: string | undefined;
  /** True for thumbnails and images of the page, which are not recorded as views of a shared file. */
  readonly isUnrecorded?: boolean;
}

/**
 * Sends a file that users uploaded; all of them are sent by this function or by send-archive.ts. The reply is an attachment
 * unless a harmless type is to be shown, is never run as a script, cannot be framed by other origins, and is cached only by
 * the browser, which revalidates it before use.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
): Promise<FastifyReply> {
  // The reply is written without Fastify, whose streams reduce the throughput considerably.
  reply.hijack();
  const response = reply.raw;
  const { contents } = file;
  if (contents.kind === 'whole' && contents.release) afterResponse(response, contents.release);
  try {
    const complete = await answer(request, response, file, headersOf(reply, file));
    if (!complete) response.destroy();
  } catch (error) {
    request.log.error({ reqId: request.id, err: error }, 'sending a file failed');
    response.destroy();
  } finally {
    if (contents.kind === 'open') await contents.file.close();
  }
  return reply;
}

/** Calls back when the connection no longer reads the buffers that were written to the response. */
function afterResponse(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}

function headersOf(reply: FastifyReply, file: FileToSend): Headers {
  const { name, contents, modifiedNs, inlineType, attachedType = BYTES, etag, cacheControl } = file;
  const isInline = inlineType !== undefined;
  const headers = harmlessHeaders(reply, { name, type: inlineType ?? attachedType, isInline });
  // Written out, because spreading takes 50 times as long, about as long as sending a small file.
  headers['cache-control'] = cacheControl ?? PRIVATE;
  if (cacheControl === undefined) headers['vary'] = VARY_BY_USER;
  headers['accept-ranges'] = 'bytes';
  headers['last-modified'] = new Date(lastModifiedMs({ modifiedNs })).toUTCString();
  headers['etag'] = etag ?? etagOf(contents.stat);
  // About the whole file, also in the reply to a range (RFC 9530, section 3).
  if (file.sha256 !== undefined) headers['repr-digest'] = digestField(file.sha256);
  return headers;
}

/** Resolves with false when the body could not be sent in full. */
async function answer(
  request: FastifyRequest,
  response: ServerResponse,
  file: FileToSend,
  headers: Headers,
): Promise<boolean> {
  const { size } = file.contents.stat;
  const etag = file.etag ?? etagOf(file.contents.stat);
  const modifiedMs = lastModifiedMs(file);
  const verdict = evaluateConditions(request.headers, etag, modifiedMs);
  if (verdict === 'not-modified') return endWithout(response, 304, headers);
  if (verdict === 'failed') return endWithout(response, 412, headers);

  const asked = rangeStillHolds(request.headers, etag, modifiedMs)
    ? request.headers.range
    : undefined;
  const range = parseRange(asked, size);
  switch (range.kind) {
    case 'malformed':
      return endWithText(response, headers, 'invalid range\n');
    case 'unsatisfiable':
      headers['content-range'] = `bytes */${size}`;
      return endWithText(response, headers, 'invalid range: failed to overlap\n');
    case 'whole':
      headers['content-length'] = size;
      return sendBody(request, response, file, { status: 200, headers, ranges: [all(size)] });
    case 'ranges':
      return sendRanges(request, response, file, headers, range.ranges);
  }
}

function all(size: number): ByteRange {
  return { start: 0, end: size - 1 };
}

function endWithout(response: ServerResponse, status: 304 | 412, headers: Headers): boolean {
  if (status === 304) delete headers['content-type'];
  else headers['content-length'] = 0;
  delete headers['accept-ranges'];
  delete headers['repr-digest'];
  response.writeHead(status, headers).end();
  return true;
}

/** Headers of the file that a 416 reply keeps. */
const HEADERS_OF_416 = [
  'content-range',
  'content-security-policy',
  'x-frame-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'referrer-policy',
  'x-robots-tag',
];

/** Sends a 416 reply with a text, without the headers that describe the file. */
function endWithText(response: ServerResponse, headers: Headers, text: string): boolean {
  const kept: Headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(text),
  };
  for (const name of HEADERS_OF_416) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  response.writeHead(416, kept).end(text);
  return true;
}

interface Body {
  readonly status: number;
  readonly headers: Headers;
  readonly ranges: readonly ByteRange[];
  /** Multipart separators before each range and after the last. */
  readonly between?: { readonly heads: readonly string[]; readonly tail: string };
}

function sendRanges(
  request: FastifyRequest,
  response: ServerResponse,
  file: FileToSend,
  headers: Headers,
  ranges: readonly ByteRange[],
): Promise<boolean> {
  const { size } = file.contents.stat;
  const [only] = ranges;
  if (ranges.length === 1 && only !== undefined) {
    headers['content-range'] = contentRange(only, size);
    headers['content-length'] = only.end - only.start + 1;
    return sendBody(request, response, file, { status: 206, headers, ranges });
  }
  const boundary = randomBytes(30).toString('hex');
  const partType = headers['content-type'] ?? BYTES;
  const heads = ranges.map(
    (range, index) =>
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Range: ${contentRange(range, size)}\r\nContent-Type: ${partType}\r\n\r\n`,
  );
  const tail = `\r\n--${boundary}--\r\n`;
  const framing = heads.reduce((sum, head) => sum + head.length, tail.length);
  headers['content-type'] = `multipart/byteranges; boundary=${boundary}`;
  headers['content-length'] = ranges.reduce(
    (sum, { start, end }) => sum + end - start + 1,
    framing,
  );
  return sendBody(request, response, file, {
    status: 206,
    headers,
    ranges,
    between: { heads, tail },
  });
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

async function sendBody(
  request: FastifyRequest,
  response: ServerResponse,
  file: FileToSend,
  { status, headers, ranges, between }: Body,
): Promise<boolean> {
  response.writeHead(status, headers);
  if (request.method === 'HEAD') {
    response.end();
    return true;
  }
  const { contents } = file;
  const sent =
    file.isUnrecorded === true ? { bytes: 0 } : recordFile(request, response, file, ranges);
  const [only] = ranges;
  if (contents.kind === 'whole' && between === undefined && only !== undefined) {
    endWith(response, contents.bytes.subarray(only.start, only.end + 1));
    return true;
  }
  for (const [index, range] of ranges.entries()) {
    if (between !== undefined) response.write(between.heads[index] ?? '');
    if (!(await sendPiece(response, contents, range, sent))) return false;
  }
  response.end(between?.tail);
  return true;
}

function recordFile(
  request: FastifyRequest,
  response: ServerResponse,
  { contents: { stat }, inlineType, etag = etagOf(stat) }: FileToSend,
  ranges: readonly ByteRange[],
): SentCounter {
  return recordSent(request, response, {
    kind: inlineType === undefined ? 'downloaded' : 'viewed',
    file: { etag, bytes: stat.size },
    isPart: response.statusCode === 206,
    ranges,
  });
}

/** Sends a short body as latin1 text, so that Node writes it together with the headers in one piece. */
function endWith(response: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length > SHORT_BODY) response.end(bytes);
  else
    response.end(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
      'latin1',
    );
}
const SHORT_BODY = 12 * 1024;

async function sendPiece(
  response: ServerResponse,
  contents: FileContents,
  range: ByteRange,
  sent: SentCounter,
): Promise<boolean> {
  if (contents.kind === 'open') return sendRange(response, contents.file, range, sent);
  response.write(contents.bytes.subarray(range.start, range.end + 1));
  return true;
}
