import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Margin in squares of the code, which many phones require. */
const QUIET_ZONE = 4;

/** QR code of a text, black on white in every theme. */
export function QrCode({
  text,
  label,
  size,
}: {
  text: string;
  /** Accessible name. */
  label: string;
  /** Side length in pixels, including the margin. */
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

/** Draws one stroke for each run of dark squares. Error correction level M tolerates a loss of about 15 %. */
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
