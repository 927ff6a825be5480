import type { z } from 'zod';

/** Maximum number of entries of an array, and of keys of an object. */
export const MAX_IN_LIST = 10_000;
/** Maximum number of values in one document: containers and their entries. */
export const MAX_VALUES = 100_000;
/** Maximum length of the message about a problem, in characters: zod lists all unknown keys of an object. */
const MAX_MESSAGE_LENGTH = 1_000;

export type ParsedInput<Value> =
  | { readonly kind: 'parsed'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: InputProblem };

export interface InputProblem {
  /** Keys and indexes from the root to the invalid value. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Key of an object that its schema does not know. */
  readonly unknownKey?: string | undefined;
}

/**
 * Checks a value that a client has sent against `schema`. The cost is bounded: the size of all lists and objects is checked before
 * any entry, and the check stops at the first entry that is wrong. Without the limits, one 1 MiB list of wrong entries makes zod
 * collect hundreds of thousands of issues.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): ParsedInput<z.output<Schema>> {
  const oversized = findOversized(value);
  if (oversized !== undefined) return { kind: 'refused', problem: oversized };
  const parsed = schema.safeParse(value, STOP_EARLY);
  if (parsed.success) return { kind: 'parsed', value: parsed.data };
  return { kind: 'refused', problem: problemOf(parsed.error) };
}

/** Makes zod stop at the first wrong entry. Its types declare the option for `z.validate()` only; parsing honours it as well. */
const STOP_EARLY = { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>;

/** Returns `path: message`, or the message alone when the value as a whole is wrong. */
export function problemText({ path, message }: InputProblem): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function problemOf({ issues }: z.ZodError): InputProblem {
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: 'the body has the wrong shape' };
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const message = issue.message.slice(0, MAX_MESSAGE_LENGTH);
  return { path: issue.path, message, unknownKey: unknownKey?.slice(0, MAX_MESSAGE_LENGTH) };
}

interface Container {
  readonly path: readonly PropertyKey[];
  readonly value: object;
}

/** Longest path of a container that is reported. A deeper one is reported by the beginning of its path. */
const MAX_PATH = 8;

/** Returns the first limit that a value exceeds. Works without recursion, because clients decide how deep a value is nested. */
function findOversized(value: unknown): InputProblem | undefined {
  const open: Container[] = isContainer(value) ? [{ path: [], value }] : [];
  let count = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: container } = next;
    const keys = Array.isArray(container) ? undefined : Object.keys(container);
    const length = keys?.length ?? (container as readonly unknown[]).length;
    if (length > MAX_IN_LIST) return { path, message: `has more than ${MAX_IN_LIST} entries` };
    count += length;
    if (count > MAX_VALUES) return { path: [], message: `has more than ${MAX_VALUES} values` };
    for (let index = 0; index < length; index += 1) {
      const key = keys?.[index] ?? index;
      const member = (container as Readonly<Record<PropertyKey, unknown>>)[key];
      if (isContainer(member))
        open.push({ path: path.length < MAX_PATH ? [...path, key] : path, value: member });
    }
  }
  return undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
