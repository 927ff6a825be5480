import type { EntryType, Sorting } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { ViewData } from '../policy/visibility.ts';
import type { EntryStat } from './entry.ts';

/** A folder that is held open: it stays the same folder when its name changes. */
export interface OpenFolder {
  readonly stat: EntryStat;
  /** True if its size shows that it holds hundreds of entries. */
  readonly isLarge: boolean;
  /** Reads the visible entries as rows of a reply (compatibility.md 3.2), in groups that follow one another. */
  list(query: FolderQuery, options: ListOptions): Promise<RowGroups[]>;
  /** Reads only the entries of these names. Names that a listing does not show are in neither result. */
  listSome(query: FolderQuery, names: readonly string[]): Promise<SomeRows>;
  /** Returns the type of a file in the folder, and its subtitles. */
  describe(query: FolderQuery, name: string): Promise<FileDescription>;
  /** Present where programs can run in the folder. */
  readonly forPrograms?: ProgramFolder;
  close(): Promise<void>;
}

/** Selects what is shown of a folder. */
export interface FolderQuery {
  /** The requested path, and the resolved path of the folder. Both start at the server's root. */
  readonly path: TreePath;
  readonly resolvedPath: TreePath;
  readonly view: ViewData;
  /** True to read the first bytes of a file whose name does not determine its type. */
  readonly sniff: boolean;
}

/** How a folder is listed. */
export interface ListOptions {
  readonly sorting: Sorting;
  /** True if the folder is known to be large before it is read. The caller has then acquired a slot for a large folder. */
  readonly isLarge: boolean;
  /** Called when the folder turns out to be large. Runs the rest of the work, `work`, when there is a slot for a large folder. */
  whenLarge(work: () => Promise<RowGroups[]>): Promise<RowGroups[]>;
}

/**
 * A part of the rows of a listing, as JSON objects with commas between them. The listing consists of `folders` of all parts, followed by
 * `others` of all parts.
 */
export interface RowGroups {
  /** Rows of folders; empty where folders are not sorted before other entries. */
  readonly folders: Uint8Array<ArrayBuffer>;
  /** All other rows. */
  readonly others: Uint8Array<ArrayBuffer>;
  readonly numDirs: number;
  readonly numFiles: number;
  /** Digest of both texts, from which the entity tag of the listing is computed. */
  readonly digest: string;
}

/** The entries of some names, as a listing would show them. */
export interface SomeRows {
  /** The entries as JSON objects with commas between them. */
  readonly rows: string;
  /** The visible names at which nothing exists. */
  readonly missing: readonly string[];
}

/** The type of a file, and the subtitles of a video. */
export interface FileDescription {
  readonly type: EntryType;
  /** Paths of the subtitles of a video, as the viewer sees them. */
  readonly subtitles: readonly string[];
}

/** An open folder as it is passed to programs of this machine, which are started in it. */
export interface ProgramFolder {
  /** Number for the `stdio` of a program that is started. */
  readonly stdio: number;
  /** Absolute path on this machine. */
  readonly realPath: string;
}
