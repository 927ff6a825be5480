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

let awaited: readonly string[] = [];

/** Asks the listing to select and show `path` as soon as it is there, such as a folder just made. */
export function awaitEntry(path: string): void {
  awaitEntries([path]);
}

/** The same for several in one folder, such as what has just been copied there. */
export function awaitEntries(paths: readonly string[]): void {
  awaited = paths;
}

/** The awaited paths of which `isThere` says so; once there are any, nothing is awaited any longer. */
export function takeAwaitedEntries(isThere: (path: string) => boolean): readonly string[] {
  const found = awaited.filter(isThere);
  if (found.length > 0) awaited = [];
  return found;
}
