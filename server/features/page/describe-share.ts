/** What the page of a link says of it to whoever asks for its address: to programs that show links with a title and a line. */
export interface ShareDescription {
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; of a file. */
  readonly size?: number | undefined;
}

/**
 * Undefined for a link that is unknown, has ended or leads nowhere, and for every link with a password: of these nothing is
 * told. `address` is that of whoever asks.
 */
export type DescribeShare = (
  hash: string,
  address: string,
) => Promise<ShareDescription | undefined>;
