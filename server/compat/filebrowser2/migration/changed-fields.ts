import { isDeepStrictEqual } from 'node:util';

/** A value that is not as it was stored. */
export interface ChangedField {
  /** `defaults.viewMode`. */
  readonly field: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Of what was stored, all that is otherwise now. What was not stored, or was null, is no change. */
export function changedFields(was: unknown, is: unknown, field = ''): ChangedField[] {
  if (was === null || was === undefined || isDeepStrictEqual(was, is)) return [];
  if (!isObject(was) || !isObject(is)) return [{ field, was, is }];
  return Object.entries(was).flatMap(([key, inner]) =>
    changedFields(inner, is[key], field === '' ? key : `${field}.${key}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
