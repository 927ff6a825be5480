import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './folder-picker.module.css';
import { FolderTreeRow } from './folder-tree-row.tsx';
import type { FolderTree as Tree } from './use-folder-tree.ts';
import { useTreeView } from './use-tree-view.ts';

/** Virtualized tree of folders. The focus stays on the tree, which names the selected row as active. */
export function FolderTree({ tree, onSubmit }: { tree: Tree; onSubmit(): void }) {
  const { rows, choose, setExpanded } = tree;
  const { t } = useTranslation();
  const id = useId();
  const singleClick = useUser()?.singleClick ?? false;
  const rowHeight = useMediaQuery('(pointer: coarse)') ? 48 : 36;
  const scroller = useRef<HTMLDivElement>(null);
  const { active, virtualizer, onKey } = useTreeView({ tree, scroller, rowHeight, onSubmit });

  useEffect(() => {
    // Gives the focus to the tree when the dialog opens.
    scroller.current?.setAttribute('autofocus', '');
    scroller.current?.focus({ preventScroll: true });
  }, []);
  const isFound = active >= 0;
  useEffect(() => {
    if (isFound) virtualizer.scrollToIndex(active, { align: 'center' });
    // Once, when the folder in which the choice starts is known.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFound]);

  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={t('listing.folders')}
      aria-activedescendant={isFound ? `${id}-${active}` : undefined}
      className={styles.frame}
      onKeyDown={onKey}
    >
      <div
        role="presentation"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const toggle = () => setExpanded(row.path, row.state === 'closed');
          return (
            <FolderTreeRow
              key={row.path}
              id={`${id}-${index}`}
              row={row}
              top={start}
              height={rowHeight}
              isChosen={index === active}
              onClick={() => {
                choose(row.path);
                if (singleClick) toggle();
              }}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}
