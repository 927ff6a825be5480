/** A text and the time in which it is shown. Milliseconds from the beginning of the video. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Text in WebVTT: escaped, without empty lines, never empty. */
  readonly text: string;
}

/** Maximum number of cues, far above that of any video. Further ones are ignored. */
export const MAX_CUES = 100_000;

/** Returns a WebVTT file of the cues, sorted by time. Leaves out cues without a duration. */
export function webVttOf(cues: readonly Cue[]): string {
  const shown = cues
    .map((cue) => ({ ...cue, startMs: Math.max(0, cue.startMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((one, other) => one.startMs - other.startMs);
  const seen = new Set<string>();
  const blocks: string[] = ['WEBVTT\n'];
  for (const { startMs, endMs, text } of shown) {
    const block = `${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`;
    // Typeset subtitles overlay the same words, for their outline and shadow.
    if (seen.has(block)) continue;
    seen.add(block);
    blocks.push(`${blocks.length}\n${block}`);
  }
  return blocks.join('\n');
}

function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${padded(hours)}:${padded(minutes % 60)}:${padded(seconds % 60)}.${padded(ms % 1_000, 3)}`;
}

function padded(value: number, digits = 2): string {
  return value.toString().padStart(digits, '0');
}

/** Returns a time in milliseconds. `fraction`: the digits after the seconds. */
export function msOf({
  sign = '',
  hours = '0',
  minutes = '0',
  seconds = '0',
  fraction = '0',
}: Readonly<Record<string, string | undefined>>): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const ms = whole * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return sign === '-' ? -ms : ms;
}
