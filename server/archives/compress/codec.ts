/** Compresses one block of a file. The result has memory of its own, because that of the block is used again. */
export type Codec = (block: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
