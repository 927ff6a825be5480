/** Makes one block of a compressed file. What it gives back has memory of its own, not the block's, which is used again. */
export type Codec = (block: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
