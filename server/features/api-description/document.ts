import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '#contract/errors.ts';
import { TOKEN_COOKIE, TOKEN_HEADER } from '#contract/session.ts';
import { SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { MountedRoute } from '../../http/mounted-routes.ts';
import type { RouteAccess } from '../../http/route-access.ts';
import { AppError } from '../../errors.ts';
import type {
  Body,
  DescribedOperation,
  DescribedReply,
  JsonSchema,
  Parameter,
} from './operation.ts';
import { OPERATIONS } from './operations/all.ts';
import { accessTo } from './routes-of-operations.ts';
import { type Direction, namedSchemas, schemaOf } from './schemas.ts';

/** OpenAPI 3.1, as far as we write it. */
export interface ApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

export interface ApiOperation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: ApiContent };
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface ApiParameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface ApiResponse {
  readonly description: string;
  readonly content?: ApiContent;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
}

export type ApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface DescribedServer {
  readonly version: string;
  /** '' at the root of the host. */
  readonly baseUrl: string;
  readonly routes: readonly MountedRoute[];
}

const DESCRIPTION = `What the page does, a program can do as well. Sign in with POST /api/login, and send the token that is answered as the header ${TOKEN_HEADER} with every call.

A parameter {path} at the end of an address takes slashes as well. Refusals are plain text: the status again, and for a 400 the reason.`;

/** Throws when something is mounted that is not described, or the other way round: nobody can forget it. */
export function describeApi({ version, baseUrl, routes }: DescribedServer): ApiDocument {
  const access = accessTo(OPERATIONS, routes);
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const operation of OPERATIONS) {
    const path = (paths[operation.path] ??= {});
    path[operation.method] = apiOperation(operation, access(operation));
  }
  return {
    openapi: '3.1.1',
    info: { title: 'File Browser', version, description: DESCRIPTION },
    servers: [{ url: baseUrl === '' ? '/' : baseUrl }],
    tags: [...new Set(OPERATIONS.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: { schemas: namedSchemas(), securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
  cookie: { type: 'apiKey', in: 'cookie', name: TOKEN_COOKIE },
  monitor: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the operator has made for programs that watch the server.',
  },
  password: {
    type: 'apiKey',
    in: 'header',
    name: SHARE_PASSWORD_HEADER,
    description: 'Of a link that has one, percent-encoded.',
  },
};

const SIGNED_IN = [{ token: [] }, { cookie: [] }] as const;
const SECURITY: Readonly<Record<RouteAccess, ApiOperation['security']>> = {
  open: [],
  share: [{}, { password: [] }],
  authenticated: SIGNED_IN,
  admin: SIGNED_IN,
  monitor: [...SIGNED_IN, { monitor: [] }],
};

/** What everybody who asks has to expect. */
const USUAL_REFUSALS: Readonly<Record<RouteAccess, readonly ErrorCode[]>> = {
  open: [],
  share: ['not-authenticated', 'forbidden', 'not-found', 'too-many-requests'],
  authenticated: ['not-authenticated', 'forbidden'],
  admin: ['not-authenticated', 'forbidden'],
  monitor: ['not-authenticated', 'forbidden'],
};

function apiOperation(operation: DescribedOperation, access: RouteAccess): ApiOperation {
  const { group, summary, description, parameters, body } = operation;
  const forAdmins = access === 'admin' ? 'For administrators.' : undefined;
  const words = [description, forAdmins].filter((part) => part !== undefined).join(' ');
  return {
    tags: [group],
    summary,
    ...(words !== '' && { description: words }),
    ...(parameters && { parameters: parameters.map(apiParameter) }),
    ...(body && { requestBody: requestBody(body) }),
    responses: { ...refusals(operation, access), ...replies(operation) },
    security: SECURITY[access],
  };
}

function apiParameter({ isRequired = false, ...parameter }: Parameter): ApiParameter {
  return { ...parameter, required: isRequired };
}

function requestBody({
  content,
  isOptional = false,
}: Body): NonNullable<ApiOperation['requestBody']> {
  return { required: !isOptional, content: apiContent(content, 'sent') };
}

function replies({ replies: told }: DescribedOperation): Record<string, ApiResponse> {
  return Object.fromEntries(
    Object.entries(told).map(([status, reply]) => [status, apiResponse(reply)]),
  );
}

function apiResponse({ description, content, headers }: DescribedReply): ApiResponse {
  return {
    description,
    ...(content && { content: apiContent(content, 'told') }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, words]) => [
          name,
          { description: words, schema: { type: 'string' } },
        ]),
      ),
    }),
  };
}

function apiContent(content: Body['content'], direction: Direction): ApiContent {
  return Object.fromEntries(
    Object.entries(content).map(([type, shape]) => [type, { schema: schemaOf(shape, direction) }]),
  );
}

/** Several of them may have one status. */
function refusals(
  { refusals: own = [] }: DescribedOperation,
  access: RouteAccess,
): Record<string, ApiResponse> {
  const responses: Record<string, ApiResponse> = {};
  for (const code of [...USUAL_REFUSALS[access], ...own]) {
    const { status } = errorReply(new AppError(code, ''));
    responses[status] = {
      description: STATUS_CODES[status] ?? code,
      content: { 'text/plain': { schema: { type: 'string' } } },
    };
  }
  return responses;
}
