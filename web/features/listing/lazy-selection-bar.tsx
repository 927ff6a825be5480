import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { BarProps } from './selection-bar.tsx';

let loaded: ComponentType<BarProps> | undefined;

/** Loads the bar of the selection, so that it appears at once and without a connection. */
export async function loadSelectionBar(): Promise<{ default: ComponentType<BarProps> }> {
  loaded ??= (await import('./selection-bar.tsx')).SelectionBar;
  return { default: loaded };
}

/** The bar of the selection, whose code loads after the first listing. */
export function SelectionBar(props: BarProps) {
  const [Bar] = useState(() => loaded ?? lazy(loadSelectionBar));
  return (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  );
}
