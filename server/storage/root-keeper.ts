/** Checks whether the root's path still leads to the served folder, and can replace that folder. */
export interface RootKeeper {
  /** The path of the root on this machine. */
  readonly path: string;
  /** Returns true if the path leads to the served folder. Costs two system calls. */
  isInPlace(): Promise<boolean>;
  /** Opens the folder that is at the path now, which may be another one than the served folder. */
  look(): Promise<SeenRoot | AbsentRoot>;
}

/** The folder that is at the root's path now, opened. Exactly one of `serve` and `release` must be called. */
export interface SeenRoot {
  readonly kind: 'seen';
  /** Identifies the folder, also after a restart; see `EntryStat.fingerprint`. */
  readonly fingerprint: string;
  /** True if the fingerprint contains a creation time. An inode number alone is often the same on other file systems. */
  readonly isFingerprintUnique: boolean;
  /** The random id in the folder's marker file; undefined without such a file. */
  readonly id: string | undefined;
  /** Stores an id in the folder's marker file. False if it cannot be written. */
  writeId(id: string): Promise<boolean>;
  /** Makes this folder the served root. */
  serve(): void;
  /** Closes the folder without serving it. */
  release(): void;
}

/** The root's path leads to no folder that can be served. */
export interface AbsentRoot {
  readonly kind: 'absent';
  /** An errno such as ENOENT. */
  readonly reason: string;
}
