import { useDeferredValue } from 'react';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import { type BarProps, HeaderActions } from './header-actions.tsx';
import { NarrowBar } from './narrow-bar.tsx';

/** The buttons for what is selected follow a moment later: first of all one sees that it is. */
export function ActionBar({ context, ...bar }: BarProps) {
  const isNarrow = useMediaQuery(NARROW);
  const drawn = useDeferredValue(context);
  return isNarrow ? (
    <NarrowBar context={drawn} {...bar} />
  ) : (
    <HeaderActions context={drawn} {...bar} />
  );
}
