import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { loadPatiently } from '../../lib/load-patiently.ts';
import type { TileRow as Row } from './tile-row.tsx';

type TileRowProps = ComponentProps<typeof Row>;

let loaded: ComponentType<TileRowProps> | undefined;

/** Loads rows of tiles, which the list view does not need. Called ahead, it avoids an empty row when the view changes. */
export async function loadTileRow(): Promise<{ default: ComponentType<TileRowProps> }> {
  loaded ??= (await import('./tile-row.tsx')).TileRow;
  return { default: loaded };
}

/** Row of tiles. Empty until its code is loaded. */
export function TileRow(props: TileRowProps) {
  const [LoadedRow] = useState(() => loaded ?? lazy(() => loadPatiently(loadTileRow)));
  return (
    <Suspense>
      <LoadedRow {...props} />
    </Suspense>
  );
}
