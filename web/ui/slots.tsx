import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Parts of the page frame that a feature can fill, and the tools of a PDF in a frame of its own (`framed-tools`). */
export type SlotName =
  | 'activity'
  | 'activity-uploads'
  | 'folder-actions'
  | 'selection-bar'
  | 'view-control'
  | 'bottom-bar'
  | 'global-progress'
  | 'preview-tools'
  | 'framed-tools';

const containers = createStore<Record<SlotName, HTMLElement | undefined>>(() => ({
  activity: undefined,
  'activity-uploads': undefined,
  'folder-actions': undefined,
  'selection-bar': undefined,
  'view-control': undefined,
  'bottom-bar': undefined,
  'global-progress': undefined,
  'preview-tools': undefined,
  'framed-tools': undefined,
}));

/** Container in which the content of a slot appears. Of several with one name, the last one that was mounted counts. */
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
        return () =>
          containers.setState((all) => (all[name] === element ? { [name]: undefined } : all));
      }}
    />
  );
}

/** Fills a slot while mounted. */
export function SlotContent({ name, children }: { name: SlotName; children: ReactNode }) {
  const container = useStore(containers, (all) => all[name]);
  return container ? createPortal(children, container) : null;
}
