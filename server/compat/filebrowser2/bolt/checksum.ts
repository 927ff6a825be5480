const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/** FNV-1a with 64 bits. For a few dozen bytes: big integers are slow. */
export function fnv1a64(bytes: Uint8Array): bigint {
  let hash = OFFSET_BASIS;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  return hash;
}
