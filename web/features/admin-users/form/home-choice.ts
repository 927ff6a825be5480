/** Choice to create a home folder named after a new user. */
export interface HomeChoice {
  readonly isMade: boolean;
  /** Parent folder of all home folders. */
  readonly base: string;
  choose(isMade: boolean): void;
}
