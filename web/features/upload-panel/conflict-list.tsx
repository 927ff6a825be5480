import { useVirtualizer } from '@tanstack/react-virtual';
import { File, Folder } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConflictChoice, UploadConflict } from '../../state/upload-conflicts.ts';
import styles from './conflict-prompt.module.css';
import { isolate } from '../../lib/isolate.ts';

const ROW_HEIGHT = 52;
const MOST_ROWS_SHOWN = 6;

/** Every taken name with its own choice; thousands are no more work than ten. */
export function ConflictList({
  conflicts,
  choices,
  choicesOf,
  onChoose,
}: {
  conflicts: readonly UploadConflict[];
  choices: ReadonlyMap<string, ConflictChoice>;
  choicesOf(conflict: UploadConflict): readonly ConflictChoice[];
  onChoose(path: string, choice: ConflictChoice): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: conflicts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    observeElementRect: (_, tell) => tell({ width: 0, height: MOST_ROWS_SHOWN * ROW_HEIGHT }),
  });
  const height = Math.min(conflicts.length, MOST_ROWS_SHOWN) * ROW_HEIGHT;

  return (
    <div ref={scroller} className={styles.scroller} style={{ maxBlockSize: height }}>
      <ul
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
        aria-label={t('uploads.takenNames')}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const conflict = conflicts[index];
          return (
            conflict && (
              <li
                key={conflict.relativePath}
                className={styles.item}
                style={{ blockSize: ROW_HEIGHT, insetBlockStart: start }}
              >
                <ConflictRow
                  conflict={conflict}
                  choice={choices.get(conflict.relativePath) ?? 'skip'}
                  options={choicesOf(conflict)}
                  onChoose={(choice) => onChoose(conflict.relativePath, choice)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function ConflictRow({
  conflict: { relativePath, isFolder },
  choice,
  options,
  onChoose,
}: {
  conflict: UploadConflict;
  choice: ConflictChoice;
  options: readonly ConflictChoice[];
  onChoose(choice: ConflictChoice): void;
}) {
  const { t } = useTranslation();
  const Icon = isFolder ? Folder : File;
  return (
    <>
      <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.name} title={relativePath}>
        {relativePath}
      </bdi>
      <select
        className={styles.choice}
        aria-label={t('uploads.choiceFor', { name: isolate(relativePath) })}
        value={choice}
        onChange={({ target: { value } }) => {
          const chosen = options.find((option) => option === value);
          if (chosen) onChoose(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`uploads.choices.${option}`)}
          </option>
        ))}
      </select>
    </>
  );
}
