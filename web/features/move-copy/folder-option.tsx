import type { Entry } from '#contract/files.ts';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import styles from './folder-picker.module.css';

/** Folder in the picker. A click selects or opens it, depending on the user's preference; the arrow always opens it. */
export function FolderOption({
  id,
  folder,
  place,
  isChosen,
  isBarred,
  opensWithOneClick,
  onChoose,
  onOpen,
}: {
  id: string;
  folder: Entry;
  place: { top: number; height: number; index: number; count: number };
  isChosen: boolean;
  /** True if the folder itself is being moved or copied. */
  isBarred: boolean;
  opensWithOneClick: boolean;
  onChoose(): void;
  onOpen(): void;
}) {
  const { t } = useTranslation();
  return (
    // The keyboard acts on the list box, which says which option is meant.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isBarred || undefined}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      className={styles.option}
      style={{ blockSize: place.height, transform: `translateY(${place.top}px)` }}
      onClick={isBarred ? undefined : opensWithOneClick ? onOpen : onChoose}
      onDoubleClick={isBarred ? undefined : onOpen}
    >
      <KindGlyph kind="folder" linked={folder.isSymlink} />
      <span className={styles.optionName} title={folder.name}>
        <bdi>{folder.name}</bdi>
      </span>
      {isBarred ? (
        <span className={styles.barred}>{t('transfers.intoItself')}</span>
      ) : (
        <span
          aria-hidden
          className={styles.into}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          <ChevronRight size={18} strokeWidth={1.75} />
        </span>
      )}
    </div>
  );
}
