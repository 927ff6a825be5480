import { ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './folder-picker.module.css';
import type { TreeRow } from './tree-rows.ts';

/** Deeper folders are not indented further, so that their names stay legible on small screens. */
const MAX_INDENTED_LEVEL = 9;

/** Folder in the tree: a click selects it, a double click or the arrow expands it. */
export function FolderTreeRow({
  id,
  row: { name, isSymlink, level, position, count, state },
  top,
  height,
  isChosen,
  onClick,
  onToggle,
}: {
  id: string;
  row: TreeRow;
  /** Pixels from the top of the tree. */
  top: number;
  height: number;
  isChosen: boolean;
  onClick(): void;
  onToggle(): void;
}) {
  const { t } = useTranslation();
  const isDisabled = state === 'disabled';
  const hasChildren = state !== 'empty' && !isDisabled;
  const isExpanded = hasChildren && state !== 'closed';
  const label = name ?? t('shell.myFiles');
  const note = isDisabled
    ? t('transfers.intoItself')
    : state === 'empty'
      ? t('transfers.noFolders')
      : undefined;
  const indent = { '--level': Math.min(level, MAX_INDENTED_LEVEL) - 1 };
  return (
    // The keyboard acts on the tree, which says which row is active.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-label={note === undefined ? label : `${label} ${note}`}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-selected={isChosen}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-busy={state === 'loading' || undefined}
      aria-disabled={isDisabled || undefined}
      className={styles.option}
      style={{ blockSize: height, transform: `translateY(${top}px)`, ...indent }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onClick}
      onDoubleClick={hasChildren ? onToggle : undefined}
    >
      {hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={t(isExpanded ? 'listing.collapse' : 'listing.expand', { name: label })}
          data-expanded={isExpanded || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {state === 'loading' ? (
            <Spinner size={16} />
          ) : (
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
          )}
        </button>
      ) : (
        <span className={styles.toggle} aria-hidden />
      )}
      <KindGlyph kind="folder" isSymlink={isSymlink} />
      <span className={styles.optionName}>
        <EntryName name={label} />
      </span>
      {note !== undefined && <span className={styles.optionNote}>{note}</span>}
    </div>
  );
}
