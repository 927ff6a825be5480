import type { TreePath } from '#contract/paths.ts';
import type { ArchiveFormat } from '../../archive-formats/formats.ts';
import type { ViewData } from '../../policy/visibility.ts';

/** Writes files and folders of the tree as archives. */
export interface ArchiveSource {
  /** Fails with `forbidden` or `not-found` for a selected entry that cannot be downloaded. */
  open(request: ArchiveRequest, signal: AbortSignal): Promise<OpenArchive>;
}

/** The contents of an archive. */
export type ArchiveContents =
  /** Everything below a folder that has been authorized: its requested path, and its path without symlinks. */
  | {
      readonly kind: 'folder';
      readonly path: TreePath;
      readonly resolvedPath: TreePath;
      readonly identity: string;
    }
  /** Entries by their paths relative to a folder, joined by NUL. */
  | { readonly kind: 'selection'; readonly folder: TreePath; readonly paths: string };

/** An archive to be written for a viewer, as plain data. The permission to download has been checked. */
export interface ArchiveRequest {
  readonly view: ViewData;
  readonly contents: ArchiveContents;
  readonly format: ArchiveFormat;
  /** True to compute the length of the archive in advance, if that is cheap enough. */
  readonly isMeasured: boolean;
}

/** An archive that has begun: everything that can be refused has been checked. */
export interface OpenArchive {
  /** Length of the whole archive; undefined when it is not known. */
  readonly bytes: number | undefined;
  /** Fails when the archive cannot be completed. Leaving the loop early stops all work. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Called, where present, with each chunk that is not used any more. */
  readonly recycle?: (chunk: Uint8Array) => void;
}
