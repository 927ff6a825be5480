import { NarrowSelectionBar } from './narrow-selection-bar.tsx';
import { type BarProps, SelectionBar } from './selection-bar.tsx';

export interface SelectionBarsProps extends BarProps {
  isNarrow?: boolean;
}

/** The bar of the selection for the width of the window. */
export function SelectionBars({ isNarrow = false, ...props }: SelectionBarsProps) {
  return isNarrow ? <NarrowSelectionBar {...props} /> : <SelectionBar {...props} />;
}
