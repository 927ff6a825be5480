import papa from 'papaparse';
import { textOf } from '../../../../lib/text-encoding/text-of.ts';

export type Row = readonly string[];

/** What is needed to read a table. */
export interface TableSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes end within the file, so the last row is not whole. */
  readonly isCut: boolean;
  /** Undefined: it is found out. */
  readonly delimiter: string | undefined;
}

/** Every row of a CSV or TSV file, of its own length each; undefined when the bytes are no text. */
export function parseTable({ bytes, isCut, delimiter }: TableSource): Row[] | undefined {
  const text = textOf(bytes, { isCut });
  if (text === undefined) return undefined;
  const { data } = papa.parse<string[]>(text, {
    skipEmptyLines: true,
    ...(delimiter !== undefined && { delimiter }),
  });
  return isCut && data.length > 1 ? data.slice(0, -1) : data;
}
