/** The folder that is at the root's path at the moment, opened. Exactly one of `serve` and `release` has to be called. */
export interface SeenRoot {
  readonly kind: 'seen';
  /** Tells the folder from others, also after a restart; see `EntryStat.fingerprint`. */
  readonly fingerprint: string;
  /** Whether the fingerprint holds a time of creation. An inode number alone is often the same on other file systems. */
  readonly isFingerprintUnique: boolean;
  /** The random id in the folder's marker file; undefined without such a file. */
  readonly id: string | undefined;
  /** Stores an id in the folder's marker file. False where that cannot be written. */
  writeId(id: string): Promise<boolean>;
  /** Makes it the root that is served. */
  serve(): void;
  release(): void;
}

/** Nothing that could be served is at the root's path. */
export interface AbsentRoot {
  readonly kind: 'absent';
  /** An errno such as ENOENT. */
  readonly reason: string;
}

/** Tells whether the root's path still leads to the folder that is served, and replaces that folder. */
export interface RootKeeper {
  /** The path of the root on this machine. */
  readonly path: string;
  /** Whether the path leads to the folder that is served. Costs two system calls. */
  isInPlace(): Promise<boolean>;
  look(): Promise<SeenRoot | AbsentRoot>;
}
