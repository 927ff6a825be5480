/** Stores the files of manifests beside the blobs; see write-manifest.ts. Names consist of digits, letters, `-` and `.`. */
export interface ManifestFiles {
  /** Stores a file. It is durable when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined for a file that does not exist. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Returns all names, in no particular order. */
  list(signal: AbortSignal): Promise<string[]>;
  /** Succeeds when the file does not exist. */
  remove(name: string): Promise<void>;
}
