/** Facts about a shared item for link previews in other programs, which anyone with the address can request. */
export interface ShareDescription {
  readonly name: string;
  readonly isFolder: boolean;
  /** Size of a file in bytes. */
  readonly size?: number | undefined;
}

/**
 * Returns undefined for a share that is unknown, has expired or lacks its item, and for every share with a password.
 * `address` is the client address.
 */
export type DescribeShare = (
  hash: string,
  address: string,
) => Promise<ShareDescription | undefined>;
