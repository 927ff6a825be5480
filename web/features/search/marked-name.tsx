import type { TextRange } from '#contract/find-folded.ts';
import type { CSSProperties } from 'react';
import { headAndTail } from '../../lib/name-parts.ts';
import { NameText } from '../../ui/entry-name.tsx';
import matchStyles from '../../ui/match.module.css';
import styles from './result-row.module.css';

/** Number of letters above which the text before the first match may be cut: one that is cut keeps room for a letter and an ellipsis. */
const LONG = 6;
/** Number of letters from the first match on that are always shown, if there are as many. */
const MIN_SHOWN = 10;
/** Minimum width of a text of more than `MIN_SHOWN` letters. It is less than their width, so that a name that fits gets no extra space. */
const MIN_WIDTH = '7ch';
/** Number of letters for which the end of a name is short, so that its matches have room. */
const ROOM = 0;

/** Name with its matches highlighted, in its own direction. The first match and the extension of a long name stay visible. */
export function MarkedName({ name, marks }: { name: string; marks: readonly TextRange[] }) {
  const [head, tail] = headAndTail(name, ROOM);
  const inHead = piecesOf(name, marks, { start: 0, end: head.length });
  const inTail = piecesOf(name, marks, { start: head.length, end: name.length });
  const [first, ...others] = inHead;
  const isBefore = first !== undefined && !first.isMarked && others.length > 0;
  const rest = isBefore ? others : inHead;
  return (
    <bdi className={styles.pieces} dir="auto">
      {isBefore && (
        <span className={styles.before} data-long={first.text.length > LONG || undefined}>
          <NameText text={first.text} />
        </span>
      )}
      <span className={styles.rest} style={isBefore ? roomFor(rest) : undefined}>
        <Pieces pieces={rest} />
      </span>
      {tail !== '' && (
        <span className={styles.tail}>
          <Pieces pieces={inTail} />
        </span>
      )}
    </bdi>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ start, text, isMarked }) =>
    isMarked ? (
      <mark key={start} className={matchStyles.match}>
        <NameText text={text} />
      </mark>
    ) : (
      <NameText key={start} text={text} />
    ),
  );
}

/** Keeps the text from the first match on visible until the text in front of it has given way. */
function roomFor(pieces: readonly Piece[]): CSSProperties {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return letters <= MIN_SHOWN ? { flexShrink: 0 } : { minInlineSize: MIN_WIDTH };
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** Returns the pieces of a part of the name. */
function piecesOf(
  name: string,
  marks: readonly TextRange[],
  part: { readonly start: number; readonly end: number },
): Piece[] {
  const within = (at: number) => Math.min(part.end, Math.max(part.start, at));
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isMarked: boolean) => {
    const [start, end] = [within(from), within(to)];
    if (start < end) pieces.push({ start, text: name.slice(start, end), isMarked });
  };
  let end = part.start;
  for (const mark of marks) {
    add(end, mark.start, false);
    add(mark.start, mark.end, true);
    end = Math.max(end, mark.end);
  }
  add(end, part.end, false);
  return pieces;
}
