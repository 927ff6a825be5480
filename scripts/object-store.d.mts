/** An S3-compatible server with buckets in a folder. */
export interface TestObjectStore {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Holds a folder for each bucket. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Returns why there is no object storage; undefined if it can be started. */
export function missingObjectStore(): string | undefined;

/** Starts a server with empty buckets of these names. */
export function startObjectStore(...buckets: string[]): Promise<TestObjectStore>;
