import type { Order } from '#contract/pages.ts';

/** Returns the order after a click on a column: ascending first, then reversed. */
export function orderAfterClick<By extends string>(
  { by, isAscending }: Order<By>,
  column: By,
): Order<By> {
  return { by: column, isAscending: by === column ? !isAscending : true };
}
