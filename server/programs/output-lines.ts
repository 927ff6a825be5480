import type { OutputSink } from './program.ts';

type Stream = Parameters<OutputSink>[1];

/** A line that is longer is told in pieces of so many characters: nobody keeps more of it than that. */
const LONGEST_LINE = 64 * 1024;

/**
 * What a program prints, as lines without their ends: each stream by itself, characters kept whole over chunks, bytes that are no
 * UTF-8 shown as U+FFFD. Keeps an unfinished line, and nothing else.
 */
export class OutputLines {
  readonly #streams = { stdout: new LineSplitter(), stderr: new LineSplitter() };

  /** The lines that `chunk` completes. */
  split(chunk: Buffer, from: Stream): string[] {
    return this.#streams[from].split(chunk);
  }

  /** The lines that nothing has completed: nothing comes any more. */
  rest(): string[] {
    return [...this.#streams.stdout.rest(), ...this.#streams.stderr.rest()];
  }
}

class LineSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Only ever appended to, so that a program which prints one byte at a time costs no more than another. */
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

/** `end`, or one less where it would part the two halves of a character. */
function beforeHalfPair(text: string, end: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
}
