import type { Order } from '#contract/pages.ts';

/** Returns the order after a click on a column: its own first direction, then reversed. */
export function orderAfterClick<By extends string>(
  { by, isAscending }: Order<By>,
  column: { readonly by: By; readonly startsDescending?: boolean },
): Order<By> {
  const isFirst = by !== column.by;
  return { by: column.by, isAscending: isFirst ? column.startsDescending !== true : !isAscending };
}
