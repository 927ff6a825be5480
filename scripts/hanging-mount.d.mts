/** A mounted file system that stops answering, or fails, when it is told to. */
export interface HangingMount {
  /** Where it is mounted. */
  readonly folder: string;
  /** The folder that holds what is in it. Always answers. */
  readonly backing: string;
  /**
   * Leaves requests unanswered from now on: those of the kernel's operations (`READ`, `LOOKUP`, … of linux/fuse.h, else all)
   * about a path that contains `path`. What waits for one cannot even be killed.
   */
  hang(what?: { readonly operations?: readonly string[]; readonly path?: string }): Promise<void>;
  /** Answers the requests of these operations with EIO from now on, as a broken disk does. */
  fail(what?: { readonly operations?: readonly string[]; readonly path?: string }): Promise<void>;
  /** Answers everything that was held back, and all that comes. */
  release(): Promise<void>;
  /** Resolves when so many requests are held back. */
  held(count: number): Promise<void>;
  /** Takes no request any more, like a file server that is gone: what waits for one can be killed. */
  freeze(): void;
  thaw(): void;
  /** Ends it; whatever still waits for an answer fails. */
  unmount(): void;
}

export function whyNoHangingMount(): string | undefined;
/** With `lockError`, the name of an error such as ENOLCK, it refuses locks. */
export function mountHanging(
  folder: string,
  options?: { readonly lockError?: string },
): Promise<HangingMount>;
