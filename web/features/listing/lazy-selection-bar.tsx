import { type ComponentType, lazy, Suspense, useState } from 'react';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import type { BarProps } from './selection-bar.tsx';

let loaded: ComponentType<BarProps> | undefined;

/** Loads the bar of the selection, so that it appears at once and without a connection. */
export async function loadSelectionBar(): Promise<{ default: ComponentType<BarProps> }> {
  loaded ??= (await import('./selection-bar.tsx')).SelectionBar;
  return { default: loaded };
}

/** The bar of the selection, whose code loads after the first listing. If it cannot be loaded, it is tried again with the next selection. */
export function SelectionBar(props: BarProps) {
  const [Bar] = useState(() => loaded ?? lazy(loadSelectionBar));
  return (
    <FailureBoundary onFailure={() => {}}>
      <Suspense>
        <Bar {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
