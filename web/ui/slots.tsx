import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Parts of the page frame that a feature can fill. */
export type SlotName =
  | 'activity'
  | 'activity-uploads'
  | 'folder-actions'
  | 'selection-bar'
  | 'view-control'
  | 'bottom-bar'
  | 'global-progress'
  | 'preview-tools';

const containers = createStore<Record<SlotName, HTMLElement | undefined>>(() => ({
  activity: undefined,
  'activity-uploads': undefined,
  'folder-actions': undefined,
  'selection-bar': undefined,
  'view-control': undefined,
  'bottom-bar': undefined,
  'global-progress': undefined,
  'preview-tools': undefined,
}));

/** Container in the frame in which the content of a slot appears. */
export function SlotContainer({
  name,
  className,
}: {
  name: SlotName;
  className?: string | undefined;
}) {
  return (
    <div
      className={className}
      data-part={name}
      ref={(element) => {
        if (!element) return undefined;
        containers.setState({ [name]: element });
        return () => containers.setState({ [name]: undefined });
      }}
    />
  );
}

/** Fills a slot while mounted. */
export function SlotContent({ name, children }: { name: SlotName; children: ReactNode }) {
  const container = useStore(containers, (all) => all[name]);
  return container ? createPortal(children, container) : null;
}
