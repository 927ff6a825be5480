import { File, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/isolate.ts';
import type { ConflictChoice, UploadConflict } from '../../state/upload-conflicts.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import styles from './conflict-prompt.module.css';

const ROW_HEIGHT = 52;

/** Every taken name with its own choice. */
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
  return (
    <ChoiceList<UploadConflict, ConflictChoice>
      label={t('uploads.takenNames')}
      items={conflicts}
      rowHeight={ROW_HEIGHT}
      keyOf={({ relativePath }) => relativePath}
      render={(conflict) => <ConflictName {...conflict} />}
      questionOf={({ relativePath }) => t('uploads.choiceFor', { name: isolate(relativePath) })}
      choiceOf={({ relativePath }) => choices.get(relativePath) ?? 'skip'}
      choicesOf={(conflict) =>
        choicesOf(conflict).map((value) => ({ value, label: t(`uploads.choices.${value}`) }))
      }
      onChoose={({ relativePath }, choice) => onChoose(relativePath, choice)}
    />
  );
}

function ConflictName({ relativePath, isFolder }: UploadConflict) {
  const Icon = isFolder ? Folder : File;
  return (
    <>
      <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.name} title={relativePath}>
        {relativePath}
      </bdi>
    </>
  );
}
