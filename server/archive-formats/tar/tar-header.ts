export const BLOCK = 512;

export type TypeFlag = '0' | '5' | 'x';

/** The fields of a header. Every value must fit into its field. */
export interface TarHeader {
  readonly prefix: string;
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly seconds: number;
  readonly type: TypeFlag;
}

/** Maximum value of eleven octal digits. */
export const MAX_OCTAL = 0o777_7777_7777;

const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

/** Writes a ustar header (POSIX.1-1988). The owner is not disclosed: number 0 without a name. */
export function writeTarHeader(block: Buffer, header: TarHeader): void {
  block.fill(0, 0, BLOCK);
  block.write(header.name, 0, 100);
  block.write(octal(header.mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(header.size, 12), 124);
  block.write(octal(header.seconds, 12), 136);
  block.write(header.type, 156);
  block.write('ustar\x0000', 257);
  block.write(octal(0, 8), 329);
  block.write(octal(0, 8), 337);
  block.write(header.prefix, 345, 155);
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT);
}

/** Returns the sum of all bytes; those of the checksum itself count as spaces. */
function checksumOf(block: Buffer): number {
  let sum = CHECKSUM_BYTES * 0x20;
  for (let at = 0; at < BLOCK; at += 1) sum += block[at] ?? 0;
  return sum;
}

function octal(value: number, bytes: number): string {
  return `${value.toString(8).padStart(bytes - 1, '0')}\0`;
}

/** Returns the number of bytes that fill up the last block. */
export function paddingOf(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}
