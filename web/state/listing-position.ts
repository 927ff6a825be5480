/** Scroll position relative to an entry, which stays valid when the layout changes. */
export interface Landmark {
  readonly path: string | undefined;
  readonly index: number;
  /** Pixels from the upper edge of the view; negative if the row starts above it. */
  readonly below: number;
}

/** Scroll position and active entry of a listing. */
export interface ListingPosition {
  readonly seen: Landmark;
  /** Path of the active entry. */
  readonly active: string | undefined;
}

/** Maximum number of visits whose positions are remembered. */
const MAX_VISITS = 100;
const positions = new Map<string, ListingPosition>();
let lastFolder: string | undefined;

/** Stores a position. `visit` is the router's key of the history entry. */
export function rememberPosition(visit: string, position: ListingPosition): void {
  positions.delete(visit);
  positions.set(visit, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_VISITS && oldest !== undefined) positions.delete(oldest);
}

/** Returns the stored position of a visit; undefined without one. */
export function recallPosition(visit: string): ListingPosition | undefined {
  return positions.get(visit);
}

/** Records that `folder` is displayed; its path has no trailing slash and is '' for home. */
export function enterFolder(folder: string): void {
  lastFolder = folder;
}

/** Returns true if no folder was displayed since the page was loaded. */
export function isFirstFolder(): boolean {
  return lastFolder === undefined;
}

/** Returns the child of `folder` that contains the previously displayed folder. */
export function previousChildOf(folder: string): string | undefined {
  if (lastFolder === undefined || !lastFolder.startsWith(`${folder}/`)) return undefined;
  const end = lastFolder.indexOf('/', folder.length + 1);
  return end < 0 ? lastFolder : lastFolder.slice(0, end);
}

/** Maximum time to wait for entries to appear. Selecting them later would surprise the user. */
const AWAITED_MS = 20_000;

let awaited: readonly string[] = [];
let awaitedUntil = 0;

/** Makes the listing select `path` and scroll to it once it appears, such as a new folder. */
export function awaitEntry(path: string): void {
  awaitEntries([path]);
}

/** Makes the listing select several entries of one folder once they appear, such as copies. */
export function awaitEntries(paths: readonly string[]): void {
  awaited = paths;
  awaitedUntil = Date.now() + AWAITED_MS;
}

/** Returns the awaited paths for which `isThere` is true. If there are any, stops waiting for the others. */
export function takeAwaitedEntries(isThere: (path: string) => boolean): readonly string[] {
  if (Date.now() > awaitedUntil) awaited = [];
  const found = awaited.filter(isThere);
  if (found.length > 0) awaited = [];
  return found;
}
