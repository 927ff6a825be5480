/**
 * Ids of startable uploads, smallest first: a binary heap in an array. Ids follow the order of picking, so an upload
 * that becomes startable late keeps its turn.
 */
export type UploadOrder = number[];

export function enqueue(order: UploadOrder, id: number): void {
  let index = order.length;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const other = order[parent];
    if (other === undefined || other <= id) break;
    order[index] = other;
    index = parent;
  }
  order[index] = id;
}

/** Removes and returns the smallest id; undefined if empty. */
export function dequeue(order: UploadOrder): number | undefined {
  const smallest = order[0];
  const last = order.pop();
  if (last === undefined || order.length === 0) return smallest;
  order[sink(order, last)] = last;
  return smallest;
}

/** Moves smaller ids up until the position of `id` is free, and returns it. */
function sink(order: UploadOrder, id: number): number {
  let index = 0;
  for (;;) {
    const child = smallerChild(order, index);
    const moved = order[child];
    if (moved === undefined || moved >= id) return index;
    order[index] = moved;
    index = child;
  }
}

function smallerChild(order: UploadOrder, index: number): number {
  const left = 2 * index + 1;
  const leftId = order[left];
  const rightId = order[left + 1];
  return leftId !== undefined && rightId !== undefined && rightId < leftId ? left + 1 : left;
}
