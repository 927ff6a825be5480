/** What of the grid an event has hit, told by what the elements carry. */

/** The entry's place that a row or a tile carries; -1 outside of them. */
export function indexOfRow(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return Number(row?.getAttribute('data-index') ?? -1);
}

export function isInHeader(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-part="column-header"]') !== null;
}

/** The three dots of an entry. */
export function moreButtonOf(target: EventTarget | null): Element | undefined {
  return target instanceof Element
    ? (target.closest('[data-part="more"]') ?? undefined)
    : undefined;
}

/**
 * Whether a mouse takes hold of an entry here, to drag it: at its picture and its name, at a tile, and
 * anywhere in what is selected. Everything else is ground, where a rubber band begins.
 */
export function isHold(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-part="more"]') === null &&
    target.closest('[data-part="hold"], [data-index][aria-selected="true"]') !== null
  );
}
