import type { TFunction } from 'i18next';
import { ApiError } from '../../../api/http.ts';
import { failureText, refusalOf as serverRefusalOf } from '../../../i18n/failure-text.ts';
import { fieldOf, fieldText } from '../../../ui/form/field-of.ts';
import { passwordRefusalText } from '../../../ui/form/password-refusal.ts';
import type { UserFields } from './user-fields.ts';

/** What is wrong with a form, in words. */
export interface Refusal {
  readonly fields: Partial<Record<keyof UserFields | 'current_password', string>>;
  /** What belongs to no field. */
  readonly general?: string | undefined;
  /** Why rules are refused, by their place. */
  readonly rules?: readonly { readonly index: number; readonly reason: string }[];
}

/** What the server was asked to store. */
export interface SentUser {
  readonly fields: Partial<UserFields>;
  /** With a home folder that is named after the user. */
  readonly withHome: boolean;
}

export const NO_REFUSAL: Refusal = { fields: {} };

export function isRefused({ fields, general, rules }: Refusal): boolean {
  return general !== undefined || rules !== undefined || Object.keys(fields).length > 0;
}

/** What is said beside Save: the field may be far above what is seen. */
export function refusalText(t: TFunction, refusal: Refusal): string | undefined {
  return refusal.general ?? (isRefused(refusal) ? t('users.notSaved') : undefined);
}

/** Whether the server wants to know the password of who asks. */
export function asksOwnPassword(failure: unknown): boolean {
  return serverRefusalOf(failure)?.code === 'wrong-password';
}

/** What the server says, at the field it speaks of. */
export function refusalOf(t: TFunction, failure: unknown, sent: SentUser): Refusal {
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 409) {
    const taken = sent.withHome ? t('users.takenNameOrHome') : t('users.takenName');
    return { fields: { username: taken } };
  }
  // Whoever changes users is an administrator: only the last one is refused this.
  if (status === 403 && sent.fields.perm?.admin === false) {
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
  const [name, place] = field.split('.');
  if (name === 'rules' && place !== undefined) {
    return { fields: {}, rules: [{ index: Number(place), reason }] };
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
