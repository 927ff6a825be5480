/** A change of a watched folder: an entry by its name, or `folder`: the folder itself has changed, moved or vanished. */
export type FolderChange =
  | { readonly kind: 'entry'; readonly name: string }
  | { readonly kind: 'folder' };

/** Called for each change, which may be many times a second for one name. */
export type FolderListener = (change: FolderChange) => void;

export interface FolderWatcher {
  close(): void;
}
