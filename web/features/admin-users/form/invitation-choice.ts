/** Choice to let a new user choose the password. */
export interface InvitationChoice {
  readonly isWanted: boolean;
  choose(isWanted: boolean): void;
}
