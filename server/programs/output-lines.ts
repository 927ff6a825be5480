import type { OutputSink } from './program.ts';

type Stream = Parameters<OutputSink>[1];

/** Maximum length of a line in characters. Longer lines are split, so that memory stays bounded. */
const LONGEST_LINE = 64 * 1024;

/**
 * Splits the output of a program into lines without line ends, for each stream separately. Characters stay whole across chunks,
 * and bytes that are not UTF-8 become U+FFFD. Keeps only unfinished lines.
 */
export class OutputLines {
  readonly #streams = { stdout: new LineSplitter(), stderr: new LineSplitter() };

  /** Returns the lines that `chunk` completes. */
  split(chunk: Buffer, from: Stream): string[] {
    return this.#streams[from].split(chunk);
  }

  /** Returns the unfinished lines after the last chunk. */
  rest(): string[] {
    return [...this.#streams.stdout.rest(), ...this.#streams.stderr.rest()];
  }
}

class LineSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Appended to only, so that output of single bytes costs no more. */
  #unfinished = '';

  split(chunk: Buffer): string[] {
    return this.#take(this.#decoder.decode(chunk, { stream: true }));
  }

  rest(): string[] {
    const lines = this.#take(this.#decoder.decode());
    if (this.#unfinished !== '') lines.push(withoutReturn(this.#unfinished));
    this.#unfinished = '';
    return lines;
  }

  #take(text: string): string[] {
    const lines: string[] = [];
    const [first = '', ...others] = text.split('\n');
    this.#append(first, lines);
    for (const part of others) {
      lines.push(withoutReturn(this.#unfinished));
      this.#unfinished = '';
      this.#append(part, lines);
    }
    return lines;
  }

  #append(text: string, lines: string[]): void {
    this.#unfinished += text;
    while (this.#unfinished.length > LONGEST_LINE) {
      const end = beforeHalfPair(this.#unfinished, LONGEST_LINE);
      lines.push(this.#unfinished.slice(0, end));
      this.#unfinished = this.#unfinished.slice(end);
    }
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Returns `end`, or one less where it would split a surrogate pair. */
function beforeHalfPair(text: string, end: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
}
