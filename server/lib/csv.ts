/** A record of a CSV file, with the number of its first line, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reports a quote that does not end, or text beside a quoted cell. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;

  constructor(line: number) {
    super('a quote does not end, or is inside a cell that is not quoted');
    this.line = line;
  }
}

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** Matches a cell with its separator or line end. A quoted cell may contain separators, line ends and doubled quotes. */
const CELLS: Readonly<Record<Separator, RegExp>> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
};

/**
 * Parses CSV (RFC 4180) with LF, CRLF or CR line ends. The separator is a comma, or a semicolon or tab if the first line has no
 * comma, because spreadsheets in some languages write semicolons. Skips empty lines.
 */
export function readCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\uFEFF/, '');
  const cell = CELLS[separatorOf(source)];
  const records: CsvRecord[] = [];
  let line = 1;
  for (let at = 0; at < source.length;) {
    const record = readRecord(source, cell, { at, line });
    if (record.cells.join('') !== '' || record.cells.length > 1) {
      records.push({ line, cells: record.cells });
    }
    at = record.end;
    line += record.lines;
  }
  return records;
}

function separatorOf(source: string): Separator {
  const [first = ''] = source.split(/[\r\n]/, 1);
  return SEPARATORS.find((separator) => first.includes(separator)) ?? ',';
}

interface ReadRecord {
  readonly cells: readonly string[];
  readonly end: number;
  /** Number of lines that the record spans. */
  readonly lines: number;
}

function readRecord(
  source: string,
  cell: RegExp,
  start: { readonly at: number; readonly line: number },
): ReadRecord {
  const cells: string[] = [];
  let { at } = start;
  for (;;) {
    cell.lastIndex = at;
    const found = cell.exec(source);
    const lines = linesIn(source.slice(start.at, at));
    if (found === null) throw new CsvError(start.line + lines);
    const [whole, quoted, plain = '', ending = ''] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    const isLast = ending === '' || /[\r\n]/.test(ending);
    if (isLast) return { cells, end: at, lines: linesIn(source.slice(start.at, at)) };
  }
}

function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
