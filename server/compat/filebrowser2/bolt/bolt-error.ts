/** Everything that can be wrong with a bolt file. */
export type BoltErrorCode =
  /** There is no such file, or it may not be read. */
  | 'unreadable'
  /** It is something else. */
  | 'not-bolt'
  /** It is of a version of the format that nobody has seen yet. */
  | 'unknown-version'
  /** Neither of the two pages that say where everything is can be believed. */
  | 'no-valid-meta'
  /** It ends before what it says it has. */
  | 'truncated'
  /** A page contradicts itself, or the pages around it. */
  | 'damaged'
  /** A page is reached by two ways, which may be a circle. */
  | 'page-used-twice'
  /** A page, or a tree of them, is beyond what is read. */
  | 'too-large'
  /** Somebody has written into it meanwhile. */
  | 'changed';

/** Why a bolt file is not read, in words for whoever has it. Nothing of it is guessed. */
export class BoltError extends Error {
  override readonly name = 'BoltError';
  readonly code: BoltErrorCode;

  constructor(code: BoltErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
