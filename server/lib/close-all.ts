/** A part of the server and how to close it. */
export type ClosingStep = readonly [part: string, close: () => unknown];

/**
 * Closes all parts one after the other, also after one has failed. Reports each failure when it happens, and finally rejects with an
 * AggregateError of all failures.
 */
export async function closeAll(
  steps: readonly ClosingStep[],
  onFailure: (error: unknown, part: string) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [part, close] of steps) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
      onFailure(error, part);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} parts of the server could not be closed`,
    );
  }
}

/** Waits for all parts that close at the same time, and rejects with an AggregateError if some fail. */
export async function together(...closing: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(closing);
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'not all of them could be closed');
}
