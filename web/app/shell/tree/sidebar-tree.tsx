import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTreeView } from '../../../features/move-copy/use-tree-view.ts';
import type { TreeRow } from '../../../features/move-copy/tree-rows.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './sidebar-tree.module.css';
import { TreeSkeleton } from './tree-skeleton.tsx';
import { useSidebarTree } from './use-sidebar-tree.ts';

/** Height of the end of the tree that fades out, as in the style sheet. Pixels. */
const FADE = 20;

/** Tree of the folders below home. It opens folders, takes drops, and follows the displayed folder. */
export function SidebarTree({ folder }: { folder: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const navigate = useNavigate();
  const opened = folder?.slice(0, -1);
  const tree = useSidebarTree(opened);
  const { rows, setExpanded } = tree;
  const rowHeight = useMediaQuery('(pointer: coarse)') ? 44 : 32;
  const scroller = useRef<HTMLDivElement>(null);
  const open = (path: string) => void navigate(filesAddress(`${path}/`));
  const { active, virtualizer, onKey } = useTreeView({
    tree,
    scroller,
    rowHeight,
    endSpace: FADE,
    onSubmit: () => {
      if (rows.some(({ path }) => path === tree.chosen)) open(tree.chosen);
    },
  });
  const isFound = active >= 0;
  useEffect(() => {
    if (isFound) virtualizer.scrollToIndex(active, { align: 'auto' });
    // When another folder is opened, and when it appears in the tree.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFound, opened]);

  if (tree.isLoading) return <TreeSkeleton />;
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading} id={`${id}-heading`}>
        {t('listing.folders')}
      </h2>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-labelledby={`${id}-heading`}
        aria-activedescendant={isFound ? `${id}-${active}` : undefined}
        className={styles.tree}
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
            return (
              <Row
                key={row.path}
                id={`${id}-${index}`}
                row={row}
                top={start}
                height={rowHeight}
                isActive={index === active}
                isOpened={row.path === opened}
                onOpen={() => open(row.path)}
                onToggle={() => setExpanded(row.path, row.state === 'closed')}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Deeper folders are not indented further, so that their names stay legible. */
const MAX_INDENTED_LEVEL = 8;

function Row({
  id,
  row: { name: ownName, path, isSymlink, level, position, count, state },
  top,
  height,
  isActive,
  isOpened,
  onOpen,
  onToggle,
}: {
  id: string;
  row: TreeRow;
  /** Pixels from the top of the tree. */
  top: number;
  height: number;
  isActive: boolean;
  isOpened: boolean;
  onOpen(): void;
  onToggle(): void;
}) {
  const { t } = useTranslation();
  // Only the home folder has no name, and it is not in the tree.
  const name = ownName ?? '';
  const hasChildren = state !== 'empty';
  const isExpanded = hasChildren && state !== 'closed';
  const indent = { '--level': Math.min(level, MAX_INDENTED_LEVEL) - 1 };
  return (
    // The keyboard acts on the tree, which says which row is active.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-label={name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-current={isOpened ? 'page' : undefined}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-busy={state === 'loading' || undefined}
      className={styles.row}
      data-folder={path}
      data-active={isActive || undefined}
      style={{ blockSize: height, transform: `translateY(${top}px)`, ...indent }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      {hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={t(isExpanded ? 'listing.collapse' : 'listing.expand', { name })}
          data-expanded={isExpanded || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          {state === 'loading' ? (
            <Spinner size={14} />
          ) : (
            <ChevronRight size={16} strokeWidth={2} aria-hidden />
          )}
        </button>
      ) : (
        <span className={styles.toggle} aria-hidden />
      )}
      <KindGlyph kind="folder" isSymlink={isSymlink} size={18} />
      <EntryName name={name} />
    </div>
  );
}
