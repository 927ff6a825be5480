/** A mounted file system that stops answering or fails on command. */
export interface HangingMount {
  /** The mount point. */
  readonly folder: string;
  /** The folder that holds the contents. It always answers. */
  readonly backing: string;
  /**
   * Leaves requests unanswered from now on: those of the given operations (`READ`, `LOOKUP`, … of linux/fuse.h; all by default)
   * on a path that contains `path`. A process that waits for one cannot be killed.
   */
  hang(what?: { readonly operations?: readonly string[]; readonly path?: string }): Promise<void>;
  /** Answers the requests of these operations with EIO from now on, as a broken disk does. */
  fail(what?: { readonly operations?: readonly string[]; readonly path?: string }): Promise<void>;
  /** Answers all held requests and all later ones. */
  release(): Promise<void>;
  /** Resolves when `count` requests are held. */
  held(count: number): Promise<void>;
  /** Stops reading requests, like a file server that is unreachable. A process that waits for one can be killed. */
  freeze(): void;
  thaw(): void;
  /** Unmounts the file system. Waiting requests fail. */
  unmount(): void;
}

export function whyNoHangingMount(): string | undefined;
/** Mounts the file system. With `lockError`, an error name such as ENOLCK, locks are refused. */
export function mountHanging(
  folder: string,
  options?: { readonly lockError?: string },
): Promise<HangingMount>;
