import { escapeHtml } from '../../lib/escape-html.ts';
import type { JsonSchema } from '../../http/route.ts';
import { SCHEMA_PREFIX } from './schemas.ts';

/** Returns a JSON schema as HTML: its fields as a list, and links to named schemas. */
export function schemaHtml(schema: JsonSchema): string {
  const { $ref: reference, anyOf, oneOf, enum: values, const: value, items, properties } = schema;
  if (typeof reference === 'string') return linkTo(reference.slice(SCHEMA_PREFIX.length));
  const choices = anyOf ?? oneOf;
  if (isSchemas(choices)) return choices.map((one) => schemaHtml(one)).join(' or ');
  if (Array.isArray(values)) return values.map(literal).join(' ');
  if (value !== undefined) return literal(value);
  if (isSchema(items)) return `a list of ${schemaHtml(items)}`;
  if (isSchema(properties)) return fieldsOf(schema, properties);
  const { additionalProperties: others } = schema;
  if (isSchema(others)) return `by name: ${schemaHtml(others)}`;
  return kindOf(schema);
}

function fieldsOf(schema: JsonSchema, properties: JsonSchema): string {
  const needed = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = Object.entries(properties).map(([name, field]) => {
    const words = isSchema(field) ? schemaHtml(field) : '';
    return `<li><code>${escapeHtml(name)}</code>${needed.has(name) ? '' : ' (may be missing)'}: ${words}</li>`;
  });
  return `<ul class="fields">${fields.join('')}</ul>`;
}

function kindOf({ type, contentMediaType }: JsonSchema): string {
  if (contentMediaType !== undefined) return '';
  const kinds: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
    null: 'null',
  };
  return typeof type === 'string' ? `<code>${kinds[type] ?? escapeHtml(type)}</code>` : 'anything';
}

function linkTo(name: string): string {
  return `<a href="#shape-${escapeHtml(name)}"><code>${escapeHtml(name)}</code></a>`;
}

function literal(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.every(isSchema);
}
