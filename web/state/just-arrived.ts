/** Time in which a row that appears is highlighted. The listing is updated up to two seconds after an upload. */
const HIGHLIGHTED_MS = 3_000;

const arrived = new Set<string>();

/** Records that an upload has created or replaced the item at `path`, so that its row is highlighted for a moment. */
export function noteArrival(path: string): void {
  arrived.add(path);
  setTimeout(() => arrived.delete(path), HIGHLIGHTED_MS);
}

/** Returns true while the row of an item must be highlighted. */
export function hasJustArrived(path: string): boolean {
  return arrived.has(path);
}
