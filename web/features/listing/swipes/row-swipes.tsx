import type { Entry } from '#contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type ActionContext,
  appearanceOf,
  offered,
  type UserAction,
} from '../../../actions/action.ts';
import { deleteEntries } from '../../../actions/delete.ts';
import { star } from '../../../actions/star.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ListingEntries } from '../../../state/listing-entries.ts';
import { rowIndexAt } from '../../../state/selectable-list/selectable-list.ts';
import styles from './row-swipes.module.css';
import { type Side, watchRowSwipes } from './watch-row-swipes.ts';

/** Action that a swipe uncovers on each side of a row. */
const ACTIONS: Readonly<Record<Side, UserAction>> = { start: star, end: deleteEntries };

/** Uncovered part of a row. */
interface Uncovered {
  readonly side: Side;
  /** Its box relative to the parent element, in pixels. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** True if releasing the row runs the action. */
  readonly isFar: boolean;
  readonly entry: Entry;
}

/**
 * Runs actions of rows by swipes: a swipe in reading direction stars the entry, one against it deletes the entry. Must
 * be rendered beside the grid, in a positioned element. The same actions are in the menu of each row.
 */
export function RowSwipes({
  entries,
  context,
}: {
  entries: ListingEntries;
  /** Returns the present context. */
  context(): ActionContext;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const [uncovered, setUncovered] = useState<Uncovered>();
  // Kept in a ref, so that refreshing the folder does not end a swipe.
  const latest = useRef({ entries, context });
  useEffect(() => {
    latest.current = { entries, context };
  });
  useEffect(() => {
    const present = () => latest.current.context();
    const page = element.current?.parentElement;
    if (!page) return undefined;
    const contextOf = (entry: Entry): ActionContext => ({ ...present(), selection: [entry] });
    const entryOf = (row: Element) => latest.current.entries.at(rowIndexAt(row));
    const actionAt = (side: Side, entry: Entry) => offered([ACTIONS[side]], contextOf(entry))[0];
    return watchRowSwipes(page, {
      isPossible(row, side) {
        const entry = entryOf(row);
        return !present().multiple.isOn && entry !== undefined && !!actionAt(side, entry);
      },
      onMove(row, { side, dx, isFar }) {
        const entry = entryOf(row);
        const box = uncoveredBox(row.getBoundingClientRect(), dx, page.getBoundingClientRect());
        setUncovered(entry && { side, box, isFar, entry });
      },
      onRelease(row, swipe) {
        setUncovered(undefined);
        const entry = entryOf(row);
        if (!swipe?.isFar || entry === undefined) return;
        navigator.vibrate?.(10);
        actionAt(swipe.side, entry)?.run(contextOf(entry));
      },
    });
  }, []);

  if (!uncovered) return <div ref={element} data-part="row-swipes" hidden />;
  const { side, box, isFar, entry } = uncovered;
  const shown = appearanceOf(ACTIONS[side], { ...context(), selection: [entry] });
  return (
    <div
      ref={element}
      className={styles.uncovered}
      data-side={side}
      data-far={isFar || undefined}
      style={box}
      aria-hidden
    >
      <shown.icon size={20} strokeWidth={1.75} />
      <span className={styles.label}>{t(shown.label)}</span>
    </div>
  );
}

/** Returns the part of the page between a row that has moved by `dx` pixels and its resting position. */
function uncoveredBox(row: DOMRect, dx: number, page: DOMRect): Uncovered['box'] {
  const left = dx > 0 ? row.left - dx : row.right;
  return {
    left: left - page.left,
    top: row.top - page.top,
    width: Math.abs(dx),
    height: row.height,
  };
}
