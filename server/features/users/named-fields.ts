import { OWN_FIELDS, User } from '#contract/users.ts';
import { AppError } from '../../errors.ts';

export type Field = Exclude<keyof User, 'id'>;

/** Fields of a user that can be updated. The ID never changes. */
const FIELDS = User.omit({ id: true }).keyof().options;

const OWN: ReadonlySet<Field> = new Set(OWN_FIELDS);

/** Returns true for a field that users may update themselves. */
export function isOwnField(field: Field): boolean {
  return OWN.has(field);
}

/** Returns true for what users set for themselves, such as the view of folders, except their password. */
export function isPreference(field: string): boolean {
  return field !== 'password' && OWN_FIELDS.some((own) => own === field);
}

/**
 * Returns the named fields. No names, or `all` alone, mean all fields. Names may begin with a capital letter, as in File
 * Browser 2.
 */
export function namedFields(which: readonly string[]): readonly Field[] | 'all' {
  if (which.length === 0 || (which.length === 1 && which[0] === 'all')) return 'all';
  return which.map((name) => {
    const field = FIELDS.find((known) => known === name || capitalised(known) === name);
    if (field === undefined)
      throw new AppError('invalid-request', `which: there is no ${quoted(name)}`);
    return field;
  });
}

/** Returns whether an update needs the current password: all updates except those of preferences. */
export function needsConfirmation(fields: readonly Field[] | 'all'): boolean {
  return fields === 'all' || fields.some((field) => field === 'password' || !isOwnField(field));
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
