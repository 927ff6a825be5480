import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { LatePart } from '../../ui/late-part.tsx';
import type { BarProps } from './selection-bar.tsx';

/** The bars of wide and of narrow windows. */
interface Bars {
  readonly wide: ComponentType<BarProps>;
  readonly narrow: ComponentType<BarProps>;
}

let loaded: Bars | undefined;

/** Loads the bars of the selection, so that they appear at once and without a connection. */
export async function loadSelectionBar(): Promise<Bars> {
  const [wide, narrow] = await Promise.all([
    import('./selection-bar.tsx'),
    import('./narrow-selection-bar.tsx'),
  ]);
  loaded ??= { wide: wide.SelectionBar, narrow: narrow.NarrowSelectionBar };
  return loaded;
}

/** Bar of the selection, whose code loads after the first listing. If it cannot be loaded, the next selection loads it again. */
export function SelectionBar({
  width,
  whileLoading,
  ...props
}: BarProps & {
  width: keyof Bars;
  /** Shown until the code has loaded. */
  whileLoading?: ReactNode;
}) {
  const [Bar] = useState(
    () => loaded?.[width] ?? lazy(async () => ({ default: (await loadSelectionBar())[width] })),
  );
  return (
    <LatePart whileLoading={whileLoading}>
      <Bar {...props} />
    </LatePart>
  );
}
