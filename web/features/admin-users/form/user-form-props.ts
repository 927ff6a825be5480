import type { HomeChoice } from './home-choice.ts';
import type { Refusal } from './refusal.ts';
import type { UserFields } from './user-fields.ts';

/** What the groups of a user's form are given. */
export interface UserFormProps {
  fields: UserFields;
  refusal: Refusal;
  /** It is the user who looks at it. */
  isOwn: boolean;
  /** For new users only. */
  home?: HomeChoice | undefined;
  onChange(fields: Partial<UserFields>): void;
}
