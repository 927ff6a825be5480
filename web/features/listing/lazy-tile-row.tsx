import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { loadPatiently } from '../../lib/load-patiently.ts';
import type { TileRow as Row } from './tile-row.tsx';

type TileRowProps = ComponentProps<typeof Row>;

let loaded: ComponentType<TileRowProps> | undefined;

/** Loads rows of tiles, which a list does not need. Call it before another view can be chosen. */
export async function loadTileRow(): Promise<{ default: ComponentType<TileRowProps> }> {
  loaded ??= (await import('./tile-row.tsx')).TileRow;
  return { default: loaded };
}

/** Row of tiles, in its place once its code is loaded. */
export function TileRow(props: TileRowProps) {
  const [LoadedRow] = useState(() => loaded ?? lazy(() => loadPatiently(loadTileRow)));
  return (
    <Suspense>
      <LoadedRow {...props} />
    </Suspense>
  );
}
