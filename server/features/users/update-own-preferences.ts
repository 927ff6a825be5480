import type { OwnField, User } from '#contract/users.ts';
import { AppError } from '../../errors.ts';
import { isStorableText } from '../../metadata/codec.ts';
import type { Database } from '../../metadata/database.ts';
import { updateUser, type NewUser } from '../../metadata/users.ts';

type Preference = Exclude<OwnField, 'password'>;
type SentFields = { readonly [Field in keyof User]?: User[Field] | undefined };

/** Stores the named fields and nothing else of what was sent. */
export async function updateOwnPreferences(
  db: Database,
  userId: number,
  fields: readonly OwnField[],
  data: SentFields,
): Promise<void> {
  if (fields.length === 0) throw new AppError('forbidden', 'a whole record is not for its user');
  const changes: Partial<NewUser> = {};
  for (const field of fields) {
    if (field !== 'password') copyField(changes, data, field);
  }
  await db.write((tx) => updateUser(tx, userId, { changes, nowMs: Date.now() }));
}

function copyField<Field extends Preference>(
  changes: Partial<NewUser>,
  data: SentFields,
  field: Field,
): void {
  const value = data[field];
  if (value === undefined) throw new AppError('invalid-request', `${field} is missing`);
  if (typeof value === 'string' && !isAcceptable(value)) {
    throw new AppError('invalid-request', `${field} is too long, or no text`);
  }
  Object.assign(changes, { [field]: value });
}

/** They travel in every token, and a token that does not fit into a header lets nobody in. Characters. */
const MAX_TEXT = 64;

function isAcceptable(text: string): boolean {
  return text.length <= MAX_TEXT && isStorableText(text);
}
