import type { ErrorCode } from '#contract/errors.ts';
import { TOKEN_COOKIE, TOKEN_HEADER } from '#contract/session.ts';
import { SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { AppError } from '../../errors.ts';
import { errorReply, reasonPhraseOf } from '../../http/error-reply.ts';
import type { DescribedRoute } from '../../http/mounted-routes.ts';
import type { RouteAccess } from '../../http/route-access.ts';
import {
  API_GROUPS,
  type ApiBody,
  type ApiContent,
  type ApiReply,
  type JsonSchema,
  type Parameters,
  type RouteDeclaration,
} from '../../http/route.ts';
import { type Direction, namedSchemas, schemaOf } from './schemas.ts';

/** An OpenAPI 3.1 document, with the fields that this server writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

export interface OpenApiOperation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OpenApiParameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: OpenApiContent;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
}

export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface DescribedServer {
  readonly version: string;
  /** '' at the root of the host. */
  readonly baseUrl: string;
  readonly routes: readonly DescribedRoute[];
}

const DESCRIPTION = `Everything that the web interface does is available to programs. Log in with POST /api/login, and send the returned token in the header ${TOKEN_HEADER} of every request.

A parameter {path} at the end of an address may contain slashes. Error replies are plain text: the status and, for status 400, the reason.`;

const USER_PATH =
  'Path relative to the user’s home. Percent-encode each name, and leave the slashes between names as they are.';
const SHARE_PATH = 'Path relative to the shared item.';

/** Makes the OpenAPI document from the declarations of the mounted routes. */
export function describeApi({ version, baseUrl, routes }: DescribedServer): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const groups = API_GROUPS.filter((group) =>
    routes.some((each) => each.declaration.group === group),
  );
  for (const group of groups) {
    for (const { method, url, declaration } of routes) {
      if (declaration.group !== group) continue;
      const path = openApiPath(url);
      (paths[path] ??= {})[method] = operationOf(path, declaration);
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'File Browser', version, description: DESCRIPTION },
    servers: [{ url: baseUrl === '' ? '/' : baseUrl }],
    tags: groups.map((name) => ({ name })),
    paths,
    components: { schemas: namedSchemas(), securitySchemes: SECURITY_SCHEMES },
  };
}

/** Converts `/api/users/:id(^\\d+$)` to `/api/users/{id}`, and a wildcard to `{path}`. */
function openApiPath(url: string): string {
  return url.replaceAll(/:(\w+)(?:\([^)]*\)(?=\/|$))?/g, '{$1}').replace(/\*$/, '{path}');
}

const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
  cookie: { type: 'apiKey', in: 'cookie', name: TOKEN_COOKIE },
  monitor: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the operator has created for monitoring programs.',
  },
  password: {
    type: 'apiKey',
    in: 'header',
    name: SHARE_PASSWORD_HEADER,
    description: 'The password of the share, percent-encoded. Only for shares with a password.',
  },
};

const SESSION = [{ token: [] }, { cookie: [] }] as const;
const SECURITY: Readonly<Record<RouteAccess, OpenApiOperation['security']>> = {
  open: [],
  share: [{}, { password: [] }],
  authenticated: SESSION,
  admin: SESSION,
  monitor: [...SESSION, { monitor: [] }],
};

/** Errors that every route with this access can have. */
const USUAL_REFUSALS: Readonly<Record<RouteAccess, readonly ErrorCode[]>> = {
  open: [],
  share: ['not-authenticated', 'forbidden', 'not-found', 'too-many-requests'],
  authenticated: ['not-authenticated', 'forbidden'],
  admin: ['not-authenticated', 'forbidden'],
  monitor: ['not-authenticated', 'forbidden'],
};

function operationOf(path: string, declaration: RouteDeclaration): OpenApiOperation {
  const { access, group, summary, description, body } = declaration;
  const forAdmins = access === 'admin' ? 'Requires an administrator.' : undefined;
  const sentences = [description, forAdmins].filter((part) => part !== undefined).join(' ');
  const parameters = parametersOf(path, declaration);
  return {
    tags: [group],
    summary,
    ...(sentences !== '' && { description: sentences }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: { ...refusalsOf(declaration), ...repliesOf(declaration) },
    security: SECURITY[access],
  };
}

function parametersOf(path: string, declaration: RouteDeclaration): OpenApiParameter[] {
  const { access, params = {}, query = {}, headers = {} } = declaration;
  const wildcard = {
    description: access === 'share' ? SHARE_PATH : USER_PATH,
    schema: { type: 'string' },
  };
  const inPath: Record<string, Parameters[string]> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const parameter = params[name] ?? (name === 'path' ? wildcard : undefined);
    if (parameter === undefined) throw new Error(`${path}: parameter ${name} is not described`);
    inPath[name] = { ...parameter, isRequired: true };
  }
  const entries = (location: OpenApiParameter['in'], parameters: Parameters): OpenApiParameter[] =>
    Object.entries(parameters).map(([name, { description, schema, isRequired = false }]) => ({
      in: location,
      name,
      description,
      schema,
      required: isRequired,
    }));
  return [...entries('path', inPath), ...entries('query', query), ...entries('header', headers)];
}

function requestBody({
  content,
  isOptional = false,
}: ApiBody): NonNullable<OpenApiOperation['requestBody']> {
  return { required: !isOptional, content: contentOf(content, 'request') };
}

function repliesOf({ replies }: RouteDeclaration): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => [status, responseOf(reply)]),
  );
}

function responseOf({ description, content, headers }: ApiReply): OpenApiResponse {
  return {
    description,
    ...(content && { content: contentOf(content, 'reply') }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, sentences]) => [
          name,
          { description: sentences, schema: { type: 'string' } },
        ]),
      ),
    }),
  };
}

function contentOf(content: ApiContent, direction: Direction): OpenApiContent {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [
      type,
      { schema: schemaOf(schema, direction) },
    ]),
  );
}

/** Several error codes can have the same status. */
function refusalsOf({
  access,
  refusals: own = [],
}: RouteDeclaration): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const code of [...USUAL_REFUSALS[access], ...own]) {
    const { status } = errorReply(new AppError(code, ''));
    responses[status] = {
      description: reasonPhraseOf(status),
      content: { 'text/plain': { schema: { type: 'string' } } },
    };
  }
  return responses;
}
