/** Everything that can be wrong with a bolt file. */
export type BoltErrorCode =
  /** The file does not exist or may not be read. */
  | 'unreadable'
  /** The file has another format. */
  | 'not-bolt'
  /** The version of the format is unknown. */
  | 'unknown-version'
  /** Both meta pages, which locate everything else, are invalid. */
  | 'no-valid-meta'
  /** The file is shorter than its meta page says. */
  | 'truncated'
  /** A page contradicts itself or the pages around it. */
  | 'damaged'
  /** Two elements lead to the same page, so that there may be a circle. */
  | 'page-used-twice'
  /** A page or a tree of pages exceeds a limit. */
  | 'too-large'
  /** Another program has written to the file while it was read. */
  | 'changed';

/** Explains to the operator why a bolt file cannot be read. Nothing is guessed. */
export class BoltError extends Error {
  override readonly name = 'BoltError';
  readonly code: BoltErrorCode;

  constructor(code: BoltErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
