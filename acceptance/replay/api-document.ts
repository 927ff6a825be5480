import { z } from 'zod';
import { header, send, type Call, type Reply } from '../http/send.ts';
import type { RunningServer } from '../server/running-server.ts';

/** The parts of the server's OpenAPI document that the comparison uses. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface ApiOperation {
  readonly requestBody?: { readonly content: ApiContent };
  readonly responses: Readonly<Record<string, { readonly content?: ApiContent }>>;
}

type ApiContent = Readonly<Record<string, { readonly schema: object }>>;

/** Compares responses with the API document. */
export class DocumentedApi {
  readonly #document: ApiDocument;
  readonly #schemas = new Map<object, z.ZodType>();

  readonly #base: string;

  private constructor(document: ApiDocument, base: string) {
    this.#document = document;
    this.#base = base;
  }

  static async of({ port, setup }: RunningServer): Promise<DocumentedApi> {
    const reply = await send(port, { path: `${setup.base}/api/openapi.json` });
    const document = JSON.parse(reply.body.toString()) as ApiDocument;
    return new DocumentedApi(document, setup.base);
  }

  /** Returns the differences as sentences; none for calls that the document does not describe. */
  differences({ method = 'GET', path, body }: Call, reply: Reply): string[] {
    const operation = this.#operationFor(method, path);
    if (operation === undefined) return [];
    const response = operation.responses[reply.status];
    if (response === undefined) return [`status ${reply.status} is not described`];
    const isSuccess = reply.status < 400;
    const sent = operation.requestBody?.content['application/json']?.schema;
    return [
      ...(isSuccess && sent && body ? this.#mismatch('the body sent', sent, body.toString()) : []),
      ...(method === 'HEAD' ? [] : this.#mismatchOfReply(reply, response.content)),
    ];
  }

  #mismatchOfReply(reply: Reply, content: ApiContent = {}): string[] {
    // A WebSocket conversation is not described.
    if (reply.status === 101) return [];
    const type = header(reply, 'content-type').split(';', 1)[0] ?? '';
    if (reply.body.length === 0) return [];
    const described = content[type] ?? content[`${type.split('/')[0]}/*`] ?? content['*/*'];
    if (described === undefined) return [`a reply of ${type} is not described`];
    if (type !== 'application/json' || content[type] === undefined) return [];
    return this.#mismatch('the reply', described.schema, reply.body.toString());
  }

  #mismatch(what: string, schema: object, text: string): string[] {
    const known = this.#schemas.get(schema) ?? z.fromJSONSchema(this.#selfContained(schema));
    this.#schemas.set(schema, known);
    const parsed = known.safeParse(firstJsonValue(text));
    return parsed.success
      ? []
      : [`${what} does not match its schema: ${z.prettifyError(parsed.error)}`];
  }

  #selfContained(schema: object): z.core.JSONSchema.BaseSchema {
    const whole = { ...schema, $defs: this.#document.components.schemas };
    const text = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
    return JSON.parse(text) as z.core.JSONSchema.BaseSchema; // The document contains valid schemas; others throw.
  }

  /** Returns the first matching operation; the longest address is tried first. */
  #operationFor(method: string, path: string): ApiOperation | undefined {
    const [whole = ''] = path.split('?', 1);
    if (!whole.startsWith(`${this.#base}/`)) return undefined;
    const relative = whole.slice(this.#base.length);
    const addresses = Object.keys(this.#document.paths).toSorted(
      (one, other) => other.length - one.length,
    );
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    for (const address of addresses) {
      const operation = this.#document.paths[address]?.[verb];
      if (operation !== undefined && patternOf(address).test(relative)) return operation;
    }
    return undefined;
  }
}

/** Parses the first JSON value. Old clients may send more text after it, which is ignored. */
function firstJsonValue(text: string): unknown {
  const end = text.lastIndexOf('}') + 1;
  for (let at = text.indexOf('}') + 1; at > 0 && at <= end; at = text.indexOf('}', at) + 1) {
    try {
      return JSON.parse(text.slice(0, at));
    } catch {
      // The value is longer.
    }
  }
  return JSON.parse(text);
}

/** Returns the pattern of an address. `{path}` at the end matches slashes and the empty text; its slash is optional. */
function patternOf(address: string): RegExp {
  const pattern = address
    .replaceAll('.', '\\.')
    .replace(/\/\{path\}$/, '(?:/.*)?')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
