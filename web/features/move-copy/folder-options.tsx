import type { Entry } from '#contract/files.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useUser } from '../../state/use-session.ts';
import { liesIn } from '../../state/transfer-plan.ts';
import { folderName } from './folder-name.ts';
import { FolderOption } from './folder-option.tsx';
import styles from './folder-picker.module.css';
import { usePickerKeys } from './use-picker-keys.ts';

export interface FolderOptionsProps {
  /** Path of the open folder. */
  folder: string;
  /** Entries to move or copy. Folders among them cannot be chosen. */
  entries: readonly Entry[];
  /** Subfolders of the open folder. */
  folders: readonly Entry[];
  chosen: string | undefined;
  onChoose(path: string | undefined): void;
  onOpen(path: string): void;
  onUp(): void;
  onSubmit(): void;
}

/** Virtualized list box of folders. */
export function FolderOptions(props: FolderOptionsProps) {
  const { folder, folders, entries, chosen, onChoose, onOpen } = props;
  const { t } = useTranslation();
  const id = useId();
  const singleClick = useUser()?.singleClick ?? false;
  const height = useMediaQuery('(pointer: coarse)') ? 48 : 40;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: folders.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialRect: { width: 0, height: 320 },
  });
  const isBarred = (one: Entry) => entries.some((entry) => liesIn(one.path, entry));
  const active = folders.findIndex(({ path }) => path === chosen);
  const show = (index: number) => {
    const target = folders[index];
    if (!target) return;
    virtualizer.scrollToIndex(index);
    onChoose(target.path);
  };
  const onKey = usePickerKeys({ ...props, active, isBarred, show });

  useEffect(() => {
    // Gives the focus to the list when the dialog opens.
    scroller.current?.setAttribute('autofocus', '');
    scroller.current?.focus({ preventScroll: true });
    if (active >= 0) virtualizer.scrollToIndex(active);
    // Once, when the folder has been opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    // A list box must not be empty; without folders the keys that go up and submit still work.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      role={folders.length === 0 ? 'group' : 'listbox'}
      tabIndex={0}
      aria-label={t('transfers.folders', { folder: folderName(t, folder) })}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      className={styles.frame}
      onKeyDown={onKey}
    >
      {folders.length === 0 && <p className={styles.nothing}>{t('transfers.noFolders')}</p>}
      <div
        role="presentation"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const option = folders[index];
          return (
            option && (
              <FolderOption
                key={option.path}
                id={`${id}-${index}`}
                folder={option}
                place={{ top: start, height, index, count: folders.length }}
                isChosen={option.path === chosen}
                isBarred={isBarred(option)}
                opensWithOneClick={singleClick}
                onChoose={() => onChoose(option.path)}
                onOpen={() => onOpen(option.path)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
