import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Places in the page frame that a feature can fill. */
export type SlotName = 'header-actions' | 'bottom-bar' | 'global-progress' | 'preview-tools';

const places = createStore<Record<SlotName, HTMLElement | undefined>>(() => ({
  'header-actions': undefined,
  'bottom-bar': undefined,
  'global-progress': undefined,
  'preview-tools': undefined,
}));

/** Renders the content of a slot in the frame. */
export function SlotPlace({ name, className }: { name: SlotName; className?: string | undefined }) {
  return (
    <div
      className={className}
      data-part={name}
      ref={(element) => {
        if (!element) return undefined;
        places.setState({ [name]: element });
        return () => places.setState({ [name]: undefined });
      }}
    />
  );
}

/** Fills a slot while mounted. */
export function SlotContent({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useStore(places, (all) => all[name]);
  return place ? createPortal(children, place) : null;
}
