import { OWN_FIELDS, User } from '#contract/users.ts';
import { AppError } from '../../errors.ts';

export type Field = Exclude<keyof User, 'id'>;

/** Everything of a user that can be named; the id is theirs for ever. */
const FIELDS = User.omit({ id: true }).keyof().options;

const OWN: ReadonlySet<Field> = new Set(OWN_FIELDS);

/** What a plain user may change of their own record. */
export function isOwnField(field: Field): boolean {
  return OWN.has(field);
}

/** No names, or `all` alone, mean the whole record; names may begin with a capital, as the predecessor's did inside. */
export function namedFields(which: readonly string[]): readonly Field[] | 'all' {
  if (which.length === 0 || (which.length === 1 && which[0] === 'all')) return 'all';
  return which.map((name) => {
    const field = FIELDS.find((known) => known === name || capitalised(known) === name);
    if (field === undefined)
      throw new AppError('invalid-request', `which: there is no ${quoted(name)}`);
    return field;
  });
}

/** Nobody's preferences are worth a password; everything else is. */
export function needsConfirmation(fields: readonly Field[] | 'all'): boolean {
  return fields === 'all' || fields.some((field) => field === 'password' || !isOwnField(field));
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
