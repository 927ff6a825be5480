/** Collects the items of all slices. */
export async function allOf<Item>(slices: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const slice of slices) items.push(...slice);
  return items;
}
