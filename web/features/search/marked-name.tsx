import type { TextRange } from '#contract/find-folded.ts';
import { NameText } from '../../ui/entry-name.tsx';
import styles from './result-row.module.css';

/** Number of letters that are wider than one letter and an ellipsis. */
const LONG = 6;
/** Number of letters from the first match on that are always shown, if there are as many. */
const MIN_SHOWN = 10;

/** Name with its matches highlighted and in view, in its own direction. */
export function MarkedName({ name, marks }: { name: string; marks: readonly TextRange[] }) {
  const pieces = piecesOf(name, marks);
  const [first, ...others] = pieces;
  if (!first || first.isMarked || others.length === 0) {
    return (
      <bdi className={styles.rest} dir="auto">
        <Pieces pieces={pieces} />
      </bdi>
    );
  }
  return (
    <bdi className={styles.pieces} dir="auto">
      <span className={styles.before} data-long={first.text.length > LONG || undefined}>
        <NameText text={first.text} />
      </span>
      <span className={styles.rest} style={{ minInlineSize: `${roomFor(others)}ch` }}>
        <Pieces pieces={others} />
      </span>
    </bdi>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ start, text, isMarked }) =>
    isMarked ? (
      <mark key={start} className={styles.match}>
        <NameText text={text} />
      </mark>
    ) : (
      <NameText key={start} text={text} />
    ),
  );
}

/** Returns the number of letters from the first match on that stay visible before the text in front of it gives way. */
function roomFor(pieces: readonly Piece[]): number {
  return Math.min(
    MIN_SHOWN,
    pieces.reduce((sum, { text }) => sum + text.length, 0),
  );
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

function piecesOf(name: string, marks: readonly TextRange[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const mark of marks) {
    pieces.push({ start: end, text: name.slice(end, mark.start), isMarked: false });
    pieces.push({ start: mark.start, text: name.slice(mark.start, mark.end), isMarked: true });
    end = mark.end;
  }
  pieces.push({ start: end, text: name.slice(end), isMarked: false });
  return pieces.filter(({ text }) => text !== '');
}
