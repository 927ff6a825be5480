/** Functions that find the part of the grid that an event hit. */

/** Returns the index of the entry at a row or tile; -1 elsewhere. */
export function indexOfRow(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return Number(row?.getAttribute('data-index') ?? -1);
}

export function isInHeader(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-part="column-header"]') !== null;
}

/** Returns true on the check mark of an entry. */
export function isMark(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-part="mark"]') !== null;
}

/** Returns the menu button of an entry. */
export function moreButtonOf(target: EventTarget | null): Element | undefined {
  return target instanceof Element
    ? (target.closest('[data-part="more"]') ?? undefined)
    : undefined;
}

/**
 * Returns true where a mouse drag moves an entry: on its picture, its name, a tile, and all of a selected row.
 * Elsewhere a drag starts a rubber band.
 */
export function isDragHandle(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-part="more"], input') === null &&
    target.closest('[data-part="hold"], [data-index][aria-selected="true"]') !== null
  );
}
