import { listingEntries } from '../../state/listing-entries.ts';
import { listingRows } from '../../state/listing-rows.ts';
import { aFolder, anEntry } from '../../testing/fake-server.ts';
import { justifiedLines } from './gallery/justified-lines.ts';
import { gridGeometry } from './grid-geometry.ts';
import { gridLayout } from './grid-layout.ts';

export type Mode = 'list' | 'mosaic' | 'mosaic gallery';

/** A folder as a test of the grid states it. */
export interface GivenFolder {
  readonly mode: Mode;
  /** Number of folders in it, which come first. */
  readonly folders: number;
  /** Number of files in it. */
  readonly files: number;
  /** Aspect ratios of the files of a gallery; undefined for tiles of one width. */
  readonly ratios?: readonly number[] | undefined;
}

/** Returns the geometry of a folder in a wide window, by default sizes of tiles. */
export function geometryOf({ mode, folders, files, ratios }: GivenFolder) {
  const layout = gridLayout(mode, {
    width: 920,
    gutter: 0,
    narrow: false,
    touch: false,
    tileSize: 1,
  });
  const items = [
    ...Array.from({ length: folders }, (_, n) => anEntry(`/folder ${n}`, { isDir: true })),
    ...Array.from({ length: files }, (_, n) => anEntry(`/file ${n}`)),
  ];
  const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });
  if (!ratios || layout.mode !== 'mosaic gallery' || files === 0) {
    return gridGeometry(listingRows(entries, layout.columns), layout);
  }
  const { innerWidth: width, pictureHeight: height, gap } = layout;
  const own = Array.from({ length: files }, (_, index) => ratios[index] ?? 1);
  const justified = justifiedLines(own, { width, height, gap });
  const sections = [{ group: 'files' as const, count: files, justified }];
  return gridGeometry(listingRows(entries, layout.columns, sections), layout);
}
