/** What is shown for a while. Milliseconds from the beginning of the video. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** As WebVTT has it: escaped, no empty line, never empty. */
  readonly text: string;
}

/** Far more than any video has; what comes behind them is not read. */
export const MOST_CUES = 100_000;

/** A WebVTT file of the cues in the order in which they are shown. What never shows is left out. */
export function webVttOf(cues: readonly Cue[]): string {
  const shown = cues
    .map((cue) => ({ ...cue, startMs: Math.max(0, cue.startMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((one, other) => one.startMs - other.startMs);
  const seen = new Set<string>();
  const blocks: string[] = ['WEBVTT\n'];
  for (const { startMs, endMs, text } of shown) {
    const block = `${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`;
    // Typeset subtitles lay the same words over each other, for their outline and their shadow.
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

/** Milliseconds of a time in parts, where `fraction` are the digits behind the seconds. */
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
