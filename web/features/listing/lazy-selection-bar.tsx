import { type ComponentType, lazy, Suspense, useState } from 'react';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import type { SelectionBarsProps } from './selection-bars.tsx';

let loaded: ComponentType<SelectionBarsProps> | undefined;

/** Loads the bar of the selection, so that it appears at once and without a connection. */
export async function loadSelectionBar(): Promise<{ default: ComponentType<SelectionBarsProps> }> {
  loaded ??= (await import('./selection-bars.tsx')).SelectionBars;
  return { default: loaded };
}

/** The bar of the selection, whose code loads after the first listing. If it cannot be loaded, it is tried again with the next selection. */
export function SelectionBar(props: SelectionBarsProps) {
  const [Bar] = useState(() => loaded ?? lazy(loadSelectionBar));
  return (
    <FailureBoundary onFailure={() => {}}>
      <Suspense>
        <Bar {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
