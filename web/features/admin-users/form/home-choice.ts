/** Whether a new user gets a folder that is named after them. */
export interface HomeChoice {
  readonly isMade: boolean;
  /** The folder that all homes are in. */
  readonly base: string;
  choose(isMade: boolean): void;
}
