import type { Entry } from '#contract/files.ts';

/** Request of the user to delete entries. */
export interface DeletionRequest {
  /** Path of the common folder of the entries. */
  readonly folder: string;
  readonly entries: readonly Entry[];
  /** Deletes for good, even where the trash could take the entries. */
  readonly isPermanent: boolean;
}

let handle: (request: DeletionRequest) => void = () => {};

/** Registers the function that deletes entries, until the returned function is called. */
export function handleDeletions(handler: (request: DeletionRequest) => void): () => void {
  handle = handler;
  return () => {
    handle = () => {};
  };
}

/** Moves entries into the trash. Asks before any of them is deleted for good. */
export function requestDeletion(request: DeletionRequest): void {
  handle(request);
}
