import type { RefObject } from 'react';
import type { EntryGridProps } from './grid-props.ts';
import { type Cover, coverOf, forEachCovered, sameCover } from './grid-cover.ts';
import { type BandStage, followBand } from './rubber-band.ts';
import type { GridView } from './use-grid-view.ts';

/** Current state of the grid, which changes when the folder is refreshed while the band is drawn. */
export interface BandGrid {
  readonly props: Pick<EntryGridProps, 'entries' | 'selection'>;
  readonly view: GridView;
}

/** Press that starts a rubber band. */
export type BandPress = Parameters<typeof followBand>[0] & {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Selects entries under a rubber band until the mouse is released, including entries that are not rendered. Ctrl and Shift add to the
 * selection. Calls `begin` when the mouse has moved far enough. Returns a function that ends the band at once.
 */
export function selectByBand(
  press: BandPress,
  elements: Omit<BandStage, 'header'>,
  grid: RefObject<BandGrid>,
  begin: () => void,
): () => void {
  const { props, view } = grid.current;
  const { selection } = props;
  const before = selection.paths();
  const adds = press.shiftKey || press.ctrlKey || press.metaKey || selection.isMultiple();
  let cover: Cover | undefined;

  const select = (next: Cover | undefined) => {
    cover = next;
    selection.replace(pathsUnder(next, adds ? before : NOTHING, grid.current));
  };
  const { header } = view.geometry.layout;
  return followBand(
    press,
    { ...elements, header },
    {
      begin() {
        begin();
        select(undefined);
      },
      change(box) {
        const next = coverOf(grid.current.view.geometry, box);
        if (!sameCover(cover, next)) select(next);
      },
      end(how, box) {
        if (how === 'cancelled') selection.replace(before);
        else activateFirstUnder(coverOf(grid.current.view.geometry, box), grid.current);
      },
    },
  );
}

/** Returns the paths of the entries under the band, and those selected before. */
function pathsUnder(
  cover: Cover | undefined,
  before: ReadonlySet<string>,
  grid: BandGrid,
): ReadonlySet<string> {
  const paths = new Set(before);
  for (const index of indexesUnder(cover, grid)) {
    const path = grid.props.entries.pathAt(index);
    if (path !== undefined) paths.add(path);
  }
  return paths;
}

/** Makes the first entry under the band the active one. */
function activateFirstUnder(cover: Cover | undefined, grid: BandGrid): void {
  const [index] = indexesUnder(cover, grid);
  if (index === undefined) return;
  const { props, view } = grid;
  props.selection.startRangeAt(props.entries.pathAt(index) ?? '');
  view.active.set(index);
  view.focus.ask(index);
}

function indexesUnder(cover: Cover | undefined, { view }: BandGrid): number[] {
  const { rows, layout } = view.geometry;
  const indexes: number[] = [];
  if (cover) forEachCovered(rows, layout, cover, (index) => indexes.push(index));
  return indexes;
}
