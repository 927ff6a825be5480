import type { ErrorCode } from '#contract/errors.ts';
import { DEFAULT_ON_PAGE, LINK_HEADER, MAX_ON_PAGE, TOTAL_HEADER } from '#contract/pages.ts';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import type { RouteAccess } from './route-access.ts';

/** Sections of the API description, in the order in which it lists them. */
export const API_GROUPS = [
  'Session',
  'Files',
  'Trash',
  'Versions',
  'Uploads',
  'Downloads and previews',
  'Search',
  'Shares',
  'Share visitors',
  'Users',
  'Settings',
  'Commands',
  'Server',
] as const;

/** Describes one operation of the API. The OpenAPI document is made from these descriptions. */
export interface ApiDescription {
  readonly group: (typeof API_GROUPS)[number];
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string;
  /** Further facts in whole sentences. Plain text. */
  readonly description?: string;
  /** Parameters in the path by name. The wildcard at the end of a path is named `path` and described by default. */
  readonly params?: Parameters;
  readonly query?: Parameters;
  readonly headers?: Parameters;
  readonly body?: ApiBody;
  /** Successful replies by status. */
  readonly replies: Readonly<Record<number, ApiReply>>;
  /** Errors besides those that every route with the same access can have. */
  readonly refusals?: readonly ErrorCode[];
}

export type Parameters = Readonly<Record<string, ApiParameter>>;

export interface ApiParameter {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Parameters in the path are always required. */
  readonly isRequired?: boolean;
}

export interface ApiBody {
  readonly content: ApiContent;
  readonly isOptional?: boolean;
}

export interface ApiReply {
  readonly description: string;
  /** Without it, only the status is described. */
  readonly content?: ApiContent;
  /** Descriptions of reply headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Schemas by media type. */
export type ApiContent = Readonly<Record<string, ApiSchema>>;

/** A schema of the contract, or a JSON schema. */
export type ApiSchema = z.ZodType | { readonly json: JsonSchema };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Everything that a route declares about itself. */
export interface RouteDeclaration extends FastifyContextConfig, ApiDescription {
  readonly access: RouteAccess;
  readonly group: ApiDescription['group'];
  readonly summary: string;
  readonly replies: ApiDescription['replies'];
}

declare module 'fastify' {
  // Routes outside `/api/` need no description.
  interface FastifyContextConfig extends Partial<ApiDescription> {}
}

/** Returns the Fastify options of a route with this declaration. */
export function route(declaration: RouteDeclaration): { readonly config: RouteDeclaration } {
  return { config: declaration };
}

const TEXT: JsonSchema = { type: 'string' };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const NUMBER: JsonSchema = { type: 'integer', minimum: 0 };

/** Content of any kind. */
export const BYTES: ApiSchema = {
  json: { type: 'string', contentMediaType: 'application/octet-stream' },
};
export const PLAIN_TEXT: ApiSchema = { json: TEXT };

/** A body of any media type. */
export const ANY_BODY: ApiBody = { content: { '*/*': BYTES }, isOptional: true };

export function jsonBody(schema: ApiSchema): ApiBody {
  return { content: { 'application/json': schema } };
}

export function optionalJsonBody(schema: ApiSchema): ApiBody {
  return { ...jsonBody(schema), isOptional: true };
}

/** A reply whose body repeats the status, such as `200 OK`. */
export function statusText(description: string, headers?: ApiReply['headers']): ApiReply {
  return { description, content: { 'text/plain': PLAIN_TEXT }, ...(headers && { headers }) };
}

export function jsonReply(
  description: string,
  schema: ApiSchema,
  headers?: ApiReply['headers'],
): ApiReply {
  return { description, content: { 'application/json': schema }, ...(headers && { headers }) };
}

export function bytesReply(description: string, mediaType = '*/*'): ApiReply {
  return { description, content: { [mediaType]: BYTES } };
}

export function textParam(description: string, schema: JsonSchema = TEXT): ApiParameter {
  return { description, schema };
}

export function flagParam(description: string): ApiParameter {
  return { description, schema: BOOLEAN };
}

export function numberParam(description: string): ApiParameter {
  return { description, schema: NUMBER };
}

export function enumParam(description: string, values: readonly string[]): ApiParameter {
  return { description, schema: { enum: values } };
}

export function requiredParam(parameter: ApiParameter): ApiParameter {
  return { ...parameter, isRequired: true };
}

/** Query parameters of a list with pages. */
export function pageQuery(columns: readonly string[]): Parameters {
  return {
    limit: {
      description: `Maximum number of entries, ${DEFAULT_ON_PAGE} by default. Any of these parameters selects a page.`,
      schema: { type: 'integer', minimum: 1, maximum: MAX_ON_PAGE },
    },
    after: textParam('Start of the page. Follow the “Link” header of the previous page.'),
    search: textParam('Lists only entries that contain this text, regardless of case and accents.'),
    sort: enumParam(
      'Order of the pages. A minus sign sorts in descending order.',
      columns.flatMap((column) => [column, `-${column}`]),
    ),
  };
}

/** Reply headers of a list with pages. */
export const PAGE_HEADERS = {
  [TOTAL_HEADER]: 'Length of the whole list. Only on pages.',
  [LINK_HEADER]: 'Address of the next page, with rel="next". Only on pages, except the last one.',
} as const;

/** Parameters of routes for share visitors. */
export const SHARE_HASH: Parameters = { hash: textParam('Hash of the share.') };
export const SHARE_TOKEN: Parameters = {
  token: textParam('Token of a share with a password, instead of the password.'),
};
