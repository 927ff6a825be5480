import { compareArchive } from '../archives/compare-archive.ts';
import type { Reply } from '../http/send.ts';
import { compareJson, short, type ComparisonOptions } from './compare-json.ts';
import type { RecordedBody, Json } from './recording-format.ts';
import { readImage } from './image-facts.ts';
import { readIndexPage } from './index-page.ts';
import { describes, sha256 } from './placeholders.ts';

type Comparison = (body: RecordedBody, reply: Reply, options: ComparisonOptions) => string[];

/** Comparisons by kind of recorded body. An unknown kind fails. */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  text: compareText,
  json: ({ json = null }, reply, options) => compareJson(json, parsed(reply), options),
  ndjson: ({ ndjson = [] }, reply, options) => compareJson(ndjson, parsedLines(reply), options),
  jwt: compareToken,
  archive: ({ archive = null }, reply, options) => compareArchive(archive, reply, options),
  image: ({ image = null }, reply, options) =>
    compareJson(image, { ...readImage(reply.body) }, options),
  index: comparePage,
  sha256: ({ sha256: digest }, reply) =>
    sha256(reply.body) === digest
      ? []
      : [`the body of ${reply.body.length} bytes has another SHA-256`],
  length: ({ length, note }, reply) =>
    note !== undefined || reply.body.length === length
      ? []
      : [`the body has ${reply.body.length} bytes`],
  messages: ({ messages = [] }, reply, options) =>
    compareJson(messages, conversationIn(reply).messages, options),
  closed: ({ closed = '' }, reply, options) =>
    compareJson(closed, conversationIn(reply).closed, options),
  note: () => [],
  // The size depended on the encoder of File Browser 2.
  upstream_length: () => [],
  pattern: ({ pattern }, reply) =>
    pattern?.test(reply.body.toString()) === true
      ? []
      : [`the body ${text(reply)} does not match ${pattern}`],
  without: ({ without = [] }, reply) => {
    const keys = new Set(Object.keys(parsed(reply) as object));
    return without.filter((key) => keys.has(key)).map((key) => `the key ${key} must be absent`);
  },
};

export function compareBody(
  body: RecordedBody,
  reply: Reply,
  options: ComparisonOptions,
): string[] {
  const kinds = Object.keys(body);
  if (kinds.length === 0) return reply.body.length === 0 ? [] : [`unexpected body: ${text(reply)}`];
  return kinds.flatMap((kind) => {
    const compare = COMPARISONS[kind];
    if (compare === undefined) throw new Error(`a body of the kind ${kind} cannot be compared`);
    try {
      return compare(body, reply, options);
    } catch (error) {
      return [
        `the body is not of the kind ${kind} (${error instanceof Error ? error.message : kind}): ${text(reply)}`,
      ];
    }
  });
}

function compareText(
  { text: recorded = '' }: RecordedBody,
  reply: Reply,
  { known }: ComparisonOptions,
): string[] {
  if (describes(recorded, reply.body.toString(), known)) return [];
  return [`the body is ${text(reply)} instead of ${short(recorded)}`];
}

function compareToken({ jwt }: RecordedBody, reply: Reply, options: ComparisonOptions): string[] {
  if (jwt === undefined) return [];
  const parts = reply.body.toString().split('.');
  const payload = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as {
    iat: number;
    exp: number;
  };
  const lifetime = payload.exp - payload.iat;
  return [
    ...(parts.length === 3 ? [] : [`the token has ${parts.length} parts`]),
    ...(lifetime === jwt.lifetime
      ? []
      : [`the token is valid for ${lifetime} s instead of ${jwt.lifetime}`]),
    ...compareJson(jwt.payload, payload, { ...options, where: 'token' }),
  ];
}

function comparePage(
  { index = {} }: RecordedBody,
  reply: Reply,
  options: ComparisonOptions,
): string[] {
  const page = readIndexPage(reply.body.toString());
  const { config, ...rest } = index;
  // The version always differs from the recorded one.
  const { Version: _, ...expected } = (config ?? {}) as { readonly [key: string]: Json };
  const version = (page['config'] as { readonly [key: string]: Json })['Version'];
  const isVersion = typeof version === 'string' && version !== '';
  return [
    ...compareJson({ ...rest, config: expected }, page, { ...options, where: 'page' }),
    ...(isVersion ? [] : ['page.config.Version is missing']),
  ];
}

/** Parses the body that `converse` returns. */
function conversationIn(reply: Reply): { readonly messages: Json; readonly closed: string } {
  return parsed(reply) as { messages: Json; closed: string };
}

function parsed(reply: Reply): unknown {
  return JSON.parse(reply.body.toString());
}

function parsedLines(reply: Reply): unknown[] {
  const lines = reply.body.toString().split('\n');
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}

function text(reply: Reply): string {
  return short(reply.body.toString());
}
