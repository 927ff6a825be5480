/**
 * Yields the bytes of `source` in blocks of at most `most`: divides large chunks without copying, and collects small
 * ones until they are at least half a block. Chunks must not be changed after they have been yielded.
 */
export async function* gatherBlocks(
  source: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  const small: Uint8Array[] = [];
  let gathered = 0;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + most - gathered);
      taken += piece.length;
      gathered += piece.length;
      small.push(piece);
      if (gathered < most / 2) continue;
      yield joined(small.splice(0));
      gathered = 0;
    }
  }
  if (gathered > 0) yield joined(small);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}
