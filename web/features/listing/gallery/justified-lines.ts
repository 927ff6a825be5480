import type { JustifiedLine } from '../../../state/listing-rows.ts';

/** Measures of a line of pictures in pixels. */
export interface LineMeasures {
  readonly width: number;
  /** Height of the pictures. */
  readonly height: number;
  /** Space between pictures. */
  readonly gap: number;
}

/**
 * Limits of the width of a picture in relation to its height. Narrower pictures have no room for a name; wider ones
 * would fill the line alone.
 */
const MIN_RATIO = 0.6;
const MAX_RATIO = 2.6;

/**
 * Divides pictures into lines of one height, by their aspect ratios (width divided by height). The pictures of a line
 * become a little wider or narrower, so that they fill the line; those of the last line become narrower by as much as
 * those of the line before. A line depends only on the pictures up to the one after it, so that ratios that become
 * known later do not move the pictures before.
 */
export function justifiedLines(
  ratios: readonly number[],
  { width, height, gap }: LineMeasures,
): JustifiedLine[] {
  const lines: JustifiedLine[] = [];
  let first = 0;
  let widths: number[] = [];
  /** Factor by which the pictures of the last finished line are wider than by their ratios. */
  let factor = 1;

  const end = (most = Number.POSITIVE_INFINITY) => {
    factor = Math.min(most, factorOf(widths, width, gap));
    const shown = widths.map((one) => one * factor);
    lines.push({ first, widths: shown, middles: middlesOf(shown, width, gap) });
    first += widths.length;
    widths = [];
  };

  for (const ratio of ratios) {
    const own = Math.max(1, height * Math.max(MIN_RATIO, Math.min(MAX_RATIO, ratio)));
    const before = factorOf(widths, width, gap);
    const after = factorOf([...widths, own], width, gap);
    // Ends the line before this picture if that changes the widths by less than ending it after the picture.
    if (widths.length > 0 && after < 1 && 1 / after > before) end();
    widths.push(own);
    if (factorOf(widths, width, gap) <= 1) end();
  }
  if (widths.length > 0) end(Math.min(1, factor));
  return lines;
}

/** Returns the factor by which the widths must change to fill the line. */
function factorOf(widths: readonly number[], width: number, gap: number): number {
  const room = width - gap * (widths.length - 1);
  return Math.max(1, room) / widths.reduce((sum, one) => sum + one, 0);
}

function middlesOf(widths: readonly number[], width: number, gap: number): number[] {
  let start = 0;
  return widths.map((one) => {
    const middle = start + one / 2;
    start += one + gap;
    return middle / Math.max(1, width);
  });
}
