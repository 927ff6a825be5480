import papa from 'papaparse';
import { textOf } from '../../../../lib/text-encoding/text-of.ts';

export type Row = readonly string[];

/** Input of the table parser. */
export interface TableSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True if the last row is incomplete because the file was truncated. */
  readonly isCut: boolean;
  /** Undefined to detect it. */
  readonly delimiter: string | undefined;
}

/** Returns the rows of a CSV or TSV file, which may differ in length; undefined if the bytes are not text. */
export function parseTable({ bytes, isCut, delimiter }: TableSource): Row[] | undefined {
  const text = textOf(bytes, { isCut });
  if (text === undefined) return undefined;
  const { data } = papa.parse<string[]>(text, {
    skipEmptyLines: true,
    ...(delimiter !== undefined && { delimiter }),
  });
  return isCut && data.length > 1 ? data.slice(0, -1) : data;
}
