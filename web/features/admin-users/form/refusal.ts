import type { TFunction } from 'i18next';
import { ApiError } from '../../../api/http.ts';
import { failureText, refusalOf as serverRefusalOf } from '../../../i18n/failure-text.ts';
import { fieldOf, fieldText } from '../../../ui/form/field-of.ts';
import { passwordRefusalText } from '../../../ui/form/password-refusal.ts';
import type { UserFields } from './user-fields.ts';

/** Messages about a form that could not be saved. */
export interface Refusal {
  readonly fields: Partial<Record<keyof UserFields | 'current_password', string>>;
  /** Message that belongs to no field. */
  readonly general?: string | undefined;
  /** Messages about rejected rules by their index. */
  readonly rules?: readonly { readonly index: number; readonly reason: string }[];
}

/** Data that was sent to the server. */
export interface SentUser {
  readonly fields: Partial<UserFields>;
  /** Creates a home folder named after the user. */
  readonly withHome: boolean;
  /** True if the stored user is an administrator. */
  readonly wasAdmin: boolean;
}

export const NO_REFUSAL: Refusal = { fields: {} };

export function isRefused({ fields, general, rules }: Refusal): boolean {
  return general !== undefined || rules !== undefined || Object.keys(fields).length > 0;
}

/** Returns the message beside the Save button, because a rejected field may be out of view; undefined without a refusal. */
export function refusalText(t: TFunction, refusal: Refusal): string | undefined {
  return refusal.general ?? (isRefused(refusal) ? t('users.notSaved') : undefined);
}

/** Returns true if the server requires the password of the current user, and it was missing or wrong. */
export function asksOwnPassword(failure: unknown): boolean {
  return serverRefusalOf(failure)?.code === 'wrong-password';
}

/** Maps a failure to messages at the fields it concerns. */
export function refusalOf(t: TFunction, failure: unknown, sent: SentUser): Refusal {
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 409) {
    const taken = sent.withHome ? t('users.takenNameOrHome') : t('users.takenName');
    return { fields: { username: taken } };
  }
  // The server refuses this for the only administrator. It also refuses everything to a user who is no longer an administrator.
  if (status === 403 && sent.wasAdmin && sent.fields.perm?.admin === false) {
    return { fields: { perm: t('users.onlyAdmin') } };
  }
  const password = passwordRefusalText(t, failure);
  if (password !== undefined) return { fields: { password } };
  return namedRefusal(t, failure) ?? { fields: {}, general: failureText(t, failure) };
}

function namedRefusal(t: TFunction, failure: unknown): Refusal | undefined {
  const reason = fieldText(t, failure);
  if (reason === undefined) return undefined;
  if (serverRefusalOf(failure)?.code === 'share-needs-download') {
    return { fields: { perm: reason } };
  }
  const field = fieldOf(failure)?.field;
  if (field === undefined) return undefined;
  const [name, index] = field.split('.');
  if (name === 'rules' && index !== undefined) {
    return { fields: {}, rules: [{ index: Number(index), reason }] };
  }
  return isFormField(name) ? { fields: { [name]: reason } } : undefined;
}

const FORM_FIELDS = new Set<string>([
  'username',
  'password',
  'scope',
  'locale',
  'rules',
  'perm',
  'commands',
]);

function isFormField(name: string | undefined): name is keyof UserFields {
  return name !== undefined && FORM_FIELDS.has(name);
}
