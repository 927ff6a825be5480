/** An opened share, as needed for requests about its items. */
export interface OpenShare {
  readonly hash: string;
  /** Token of a password-protected share, valid for some hours; undefined without a password. */
  readonly token: string | undefined;
  /** Reports an unexpected rejection; the page then checks the share again. */
  onRefused(): void;
}
