import type { EntryType, Sorting } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { ViewData } from '../policy/visibility.ts';
import type { EntryStat } from './entry.ts';

/** Selects what is shown of a folder. */
export interface FolderQuery {
  /** The requested path, and the resolved path of the folder. Both start at the server's root. */
  readonly path: TreePath;
  readonly resolvedPath: TreePath;
  readonly view: ViewData;
  /** True to read the first bytes of a file whose name does not determine its type. */
  readonly sniff: boolean;
}

export interface ListOptions {
  readonly sorting: Sorting;
  /** True if the folder is known to be large before it is read. */
  readonly isLarge: boolean;
  /** Runs the rest of the work for a folder that turns out to be large only when it is read. */
  whenLarge(work: () => Promise<RowGroups[]>): Promise<RowGroups[]>;
}

/** Rows of a reply as JSON text without the brackets, in their final order. */
export interface RowGroups {
  /** Rows that precede `others` of all groups. */
  readonly folders: Uint8Array<ArrayBuffer>;
  readonly others: Uint8Array<ArrayBuffer>;
  readonly numDirs: number;
  readonly numFiles: number;
  /** Digest of both texts. */
  readonly digest: string;
}

/** The entries of some names, as a listing would show them. */
export interface SomeRows {
  /** The entries as JSON objects with commas between them. */
  readonly rows: string;
  /** The visible names at which nothing exists. */
  readonly missing: readonly string[];
}

export interface FileDescription {
  readonly type: EntryType;
  /** Paths of the subtitles of a video, as the viewer sees them. */
  readonly subtitles: readonly string[];
}

/** An open folder as it is passed to programs of this machine. */
export interface ProgramFolder {
  /** Number for the `stdio` of a program that is started. */
  readonly stdio: number;
  /** Absolute path on this machine. */
  readonly realPath: string;
}

/** A folder that is held open: it stays the same folder when its name changes. */
export interface OpenFolder {
  readonly stat: EntryStat;
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
