import { partAt } from '../../state/selectable-list/selectable-list.ts';

/** Returns true if an event hit the column header or the sort buttons. */
export function isInHeader(target: EventTarget | null): boolean {
  return partAt(target, 'column-header') !== undefined;
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
