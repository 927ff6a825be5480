import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PHONE } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { UploadChoice, UploadConflict } from '../../state/upload-conflicts.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { ConflictFacts } from './conflict-facts.tsx';

/** Height of a row, in pixels. */
const ROW_HEIGHT = 84;
/** Height of a row with the choice below the properties, in pixels. */
const STACKED_HEIGHT = 140;

/** Existing names with a choice for each. */
export function ConflictList({
  conflicts,
  choiceOf,
  choicesOf,
  onChoose,
}: {
  conflicts: readonly UploadConflict[];
  choiceOf(conflict: UploadConflict): UploadChoice;
  choicesOf(conflict: UploadConflict): readonly UploadChoice[];
  onChoose(name: string, choice: UploadChoice): void;
}) {
  const { t } = useTranslation();
  const isHandheld = useMediaQuery(PHONE);
  return (
    <ChoiceList<UploadConflict, UploadChoice>
      label={t('uploads.takenNames')}
      items={conflicts}
      rowHeight={isHandheld ? STACKED_HEIGHT : ROW_HEIGHT}
      isStacked={isHandheld}
      keyOf={({ name }) => name}
      render={(conflict) => <ConflictFacts conflict={conflict} />}
      questionOf={({ name }) => t('uploads.choiceFor', { name })}
      choiceOf={choiceOf}
      choicesOf={(conflict) =>
        choicesOf(conflict).map((value) => ({ value, label: labelOf(t, conflict, value) }))
      }
      onChoose={({ name }, choice) => onChoose(name, choice)}
    />
  );
}

/** Two folders are always merged; the choice applies to their files. */
function labelOf(t: TFunction, { remedy, takenInside }: UploadConflict, choice: UploadChoice) {
  if (choice === 'replace' && remedy === 'merge') return t('uploads.choices.mergeReplacing');
  if (choice === 'add') return t(`uploads.choices.${takenInside > 0 ? 'mergeAdding' : 'merge'}`);
  return t(`uploads.choices.${choice}`);
}
