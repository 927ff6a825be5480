import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dequeue, enqueue, type UploadOrder } from './upload-order.ts';

test('ids are dequeued in the order of picking', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), (ids) => {
      const order: UploadOrder = [];
      for (const id of ids) enqueue(order, id);
      const out = ids.map(() => dequeue(order));
      expect(out).toEqual([...ids].sort((a, b) => a - b));
      expect(dequeue(order)).toBeUndefined();
    }),
  );
});
