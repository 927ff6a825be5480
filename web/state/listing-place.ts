/** An entry in view and where it stood: this holds when the view has changed meanwhile, as pixels alone do not. */
export interface Landmark {
  readonly path: string | undefined;
  readonly index: number;
  /** Pixels from the upper edge of what is seen; less than 0 when its row begins above. */
  readonly below: number;
}

/** Where somebody was in a folder. */
export interface Place {
  readonly seen: Landmark;
  /** The path of the entry the keyboard stood on. */
  readonly active: string | undefined;
}

const MOST_VISITS = 100;
const places = new Map<string, Place>();
let lastFolder: string | undefined;

/** `visit` is the router's key of the history entry: going back finds the place again. */
export function rememberPlace(visit: string, place: Place): void {
  places.delete(visit);
  places.set(visit, place);
  const [oldest] = places.keys();
  if (places.size > MOST_VISITS && oldest !== undefined) places.delete(oldest);
}

export function recallPlace(visit: string): Place | undefined {
  return places.get(visit);
}

/** Tells that `folder` (without a slash at its end, '' for the home) is shown now. */
export function enterFolder(folder: string): void {
  lastFolder = folder;
}

/** Whether no folder has been shown since the page was loaded. */
export function isFirstFolder(): boolean {
  return lastFolder === undefined;
}

/** The child of `folder` that leads to where the user was before: after going up, the eye looks for it. */
export function childComeFrom(folder: string): string | undefined {
  if (lastFolder === undefined || !lastFolder.startsWith(`${folder}/`)) return undefined;
  const end = lastFolder.indexOf('/', folder.length + 1);
  return end < 0 ? lastFolder : lastFolder.slice(0, end);
}

/** Long enough to list a large folder over a slow line; later, the selection would surprise. */
const AWAITED_MS = 20_000;

let awaited: readonly string[] = [];
let awaitedUntil = 0;

/** Asks the listing to select `path` and scroll to it as soon as it appears, such as a new folder. */
export function awaitEntry(path: string): void {
  awaitEntries([path]);
}

/** Asks the same for several entries of one folder, such as those just copied there. */
export function awaitEntries(paths: readonly string[]): void {
  awaited = paths;
  awaitedUntil = Date.now() + AWAITED_MS;
}

/** Returns the awaited paths for which `isThere` is true. Once there are any, no others are awaited. */
export function takeAwaitedEntries(isThere: (path: string) => boolean): readonly string[] {
  if (Date.now() > awaitedUntil) awaited = [];
  const found = awaited.filter(isThere);
  if (found.length > 0) awaited = [];
  return found;
}
