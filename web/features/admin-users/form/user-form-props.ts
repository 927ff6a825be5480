import type { HomeChoice } from './home-choice.ts';
import type { Refusal } from './refusal.ts';
import type { UserFields } from './user-fields.ts';

/** Props of each section of a user form. */
export interface UserFormProps {
  fields: UserFields;
  refusal: Refusal;
  /** True for the current user. */
  isOwn: boolean;
  /** Present for new users only. */
  home?: HomeChoice | undefined;
  onChange(fields: Partial<UserFields>): void;
}
