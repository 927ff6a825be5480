import type { HomeChoice } from './home-choice.ts';
import type { Refusal } from './refusal.ts';
import type { UserFields } from './user-fields.ts';

/** Choice to let a new user choose the password. */
interface InvitationChoice {
  readonly isWanted: boolean;
  choose(isWanted: boolean): void;
}

/** Props of each section of a user form. */
export interface UserFormProps {
  fields: UserFields;
  refusal: Refusal;
  /** True for the current user. */
  isOwn: boolean;
  /** Present for new users only. */
  home?: HomeChoice | undefined;
  /** Present for new users only, where users have passwords. */
  invitation?: InvitationChoice | undefined;
  onChange(fields: Partial<UserFields>): void;
}
