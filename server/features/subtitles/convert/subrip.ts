import { MAX_CUES, msOf, type Cue } from './cue.ts';
import { cueText } from './cue-text.ts';

const TIME = String.raw`(-?)(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,9}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);
const COUNTER = /^\s*\d+\s*$/;

/**
 * Parses a SubRip text with line feeds. Skips everything that is not a cue: every cue begins with its times, whatever
 * precedes it.
 */
export function readSubRip(text: string): Cue[] {
  const cues: Cue[] = [];
  let open: OpenCue | undefined;
  const close = (): void => {
    const words = open === undefined ? '' : cueText(open.lines.join('\n'));
    if (open !== undefined && words !== '') cues.push({ ...open.times, text: words });
    open = undefined;
  };
  for (const line of text.split('\n')) {
    if (cues.length >= MAX_CUES) break;
    const times = timesIn(line);
    if (times !== undefined) {
      // Without the empty line, the number of the next cue is among the lines of the previous one.
      if (COUNTER.test(open?.lines.at(-1) ?? '')) open?.lines.pop();
      close();
      open = { times, lines: [] };
    } else if (line.trim() === '') {
      if (open !== undefined && open.lines.length > 0) close();
    } else open?.lines.push(line);
  }
  close();
  return cues;
}

interface OpenCue {
  readonly times: Pick<Cue, 'startMs' | 'endMs'>;
  readonly lines: string[];
}

function timesIn(line: string): Pick<Cue, 'startMs' | 'endMs'> | undefined {
  const found = TIMING.exec(line);
  if (found === null) return undefined;
  return { startMs: timeAt(found, 1), endMs: timeAt(found, 6) };
}

function timeAt(found: RegExpExecArray, first: number): number {
  const [sign, hours, minutes, seconds, fraction] = found.slice(first, first + 5);
  return msOf({ sign, hours, minutes, seconds, fraction });
}
