import type { ErrorCode } from '#contract/errors.ts';
import { DEFAULT_ON_PAGE, LINK_HEADER, MOST_ON_PAGE, TOTAL_HEADER } from '#contract/pages.ts';
import type { z } from 'zod';

export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** What a call is about, as the readable page groups it. */
export type Group =
  | 'Signing in'
  | 'Files'
  | 'Uploads'
  | 'Downloads and previews'
  | 'Search'
  | 'Links'
  | 'By link'
  | 'People'
  | 'Settings'
  | 'Commands'
  | 'The server';

/** One call that can be made, in words. Who may make it says its route. */
export interface DescribedOperation {
  readonly method: Method;
  /** As OpenAPI writes it: `/api/users/{id}`. `{path}` at its end takes slashes as well. */
  readonly path: string;
  readonly group: Group;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** What is worth knowing beyond. Plain text. */
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Body;
  /** When it goes well, by status. */
  readonly replies: Readonly<Record<number, DescribedReply>>;
  /** How it can be refused besides what everybody who asks has to expect: that they may not. */
  readonly refusals?: readonly ErrorCode[];
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly isRequired?: boolean;
}

export interface Body {
  readonly content: Readonly<Record<string, Shape>>;
  readonly isOptional?: boolean;
}

export interface DescribedReply {
  readonly description: string;
  /** By media type; without it, nothing is said beyond the status. */
  readonly content?: Readonly<Record<string, Shape>>;
  /** What the headers tell, by their names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A schema of the contract, or one that is written out. */
export type Shape = z.ZodType | { readonly json: JsonSchema };

export type JsonSchema = Readonly<Record<string, unknown>>;

const TEXT: JsonSchema = { type: 'string' };
/** Bytes of any kind. */
export const BYTES: Shape = {
  json: { type: 'string', contentMediaType: 'application/octet-stream' },
};

/** Old clients read the status again in the body: `200 OK`. */
export function done(description: string, headers?: DescribedReply['headers']): DescribedReply {
  return { description, content: { 'text/plain': { json: TEXT } }, ...(headers && { headers }) };
}

export function json(
  description: string,
  shape: Shape,
  headers?: DescribedReply['headers'],
): DescribedReply {
  return { description, content: { 'application/json': shape }, ...(headers && { headers }) };
}

export function bytes(description: string, mediaType = '*/*'): DescribedReply {
  return { description, content: { [mediaType]: BYTES } };
}

export function sentJson(shape: Shape): Body {
  return { content: { 'application/json': shape } };
}

/** Whatever its Content-Type says: it is never looked at. */
export const SENT_BYTES: Body = { content: { '*/*': BYTES }, isOptional: true };

export function inPath(name: string, description: string, schema: JsonSchema = TEXT): Parameter {
  return { in: 'path', name, description, schema, isRequired: true };
}

export function inQuery(name: string, description: string, schema: JsonSchema = TEXT): Parameter {
  return { in: 'query', name, description, schema };
}

export function inHeader(name: string, description: string, schema: JsonSchema = TEXT): Parameter {
  return { in: 'header', name, description, schema };
}

export const FLAG: JsonSchema = { type: 'boolean' };
export const NUMBER: JsonSchema = { type: 'integer', minimum: 0 };

/** Parameters of lists that can be read in pages. */
export function ofPages(columns: readonly string[]): Parameter[] {
  const orders = columns.flatMap((column) => [column, `-${column}`]);
  return [
    inQuery(
      'limit',
      `Number of entries, ${DEFAULT_ON_PAGE} by default. Any of these parameters asks for a page.`,
      {
        type: 'integer',
        minimum: 1,
        maximum: MOST_ON_PAGE,
      },
    ),
    inQuery('after', 'Where the page begins: follow the header “Link” of the page before.'),
    inQuery('search', 'Only entries that contain this text, regardless of case and accents.'),
    inQuery('sort', 'Order of the pages; descending with a minus sign.', { enum: orders }),
  ];
}

/** Headers of pages. */
export const PAGE_HEADERS = {
  [TOTAL_HEADER]: 'On pages: the length of the whole list.',
  [LINK_HEADER]: 'On pages but the last: the address of the next one, as rel="next".',
} as const;

/** `{path}` of most calls. */
export const PATH = inPath(
  'path',
  'From the user’s home, each name percent-encoded by itself, the slashes between them as they are.',
);
