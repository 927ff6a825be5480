/** The served root as plain data for all threads of this process. Valid until the driver closes. */
export interface RootDescriptor {
  /** Holds the number of the root's descriptor; see `rootFd`. Shared by all threads. */
  readonly current: Int32Array<SharedArrayBuffer>;
  /**
   * The paths of the root on this machine: the real one, then the configured one if it differs. '' for the root `/`. Absolute targets of
   * symlinks are resolved only below them.
   */
  readonly ownPaths: readonly string[];
  /** True if the operator trusts symlinks that lead out of the root. The kernel follows them. */
  readonly followExternalSymlinks: boolean;
}

/**
 * Returns the number of the root's descriptor. The number changes when the file system of the root is mounted again. Read it
 * again for each call or task: the replaced descriptor is closed after a minute.
 */
export function rootFd({ current }: RootDescriptor): number {
  return Atomics.load(current, 0);
}
