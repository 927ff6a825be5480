import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Light around the code, in its own squares: without it many phones do not find it. */
const QUIET_ZONE = 4;

/** A text, mostly an address, as a square that phones read; black on white in every theme. */
export function QrCode({
  text,
  label,
  size,
}: {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** Pixels of a side, the light around it included. */
  size: number;
}) {
  const { side, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** One stroke for each run of dark squares in a row; about 15 % of the code may be lost (level M). */
function drawingOf(text: string): { side: number; path: string } {
  const { data } = encode(text, { ecc: 'M', boostEcc: false, border: QUIET_ZONE });
  const path = data.flatMap((row, y) =>
    runsOf(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`),
  );
  return { side: data.length, path: path.join('') };
}

function runsOf(row: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.start + last.length === x) last.length += 1;
    else runs.push({ start: x, length: 1 });
  }
  return runs;
}
