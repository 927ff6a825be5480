import { nameOf } from '#contract/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import {
  choicesFor,
  type ConflictChoice,
  type UploadChoice,
  type UploadConflict,
} from '../../state/upload-conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceForAll } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConflictList } from './conflict-list.tsx';

/** Default choice, which loses no data. */
const SAFE_CHOICE: UploadChoice = 'rename';

/** Asks for each existing name: skip, replace or merge, or keep both. */
export function ConflictDialog({
  dialog: { folder, conflicts, mayReplace, settle },
  onClose,
}: DialogProps<'upload-conflicts'>) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<ReadonlyMap<string, UploadChoice>>(new Map());
  const primary = useRef<HTMLButtonElement>(null);
  // Enter confirms, although the buttons above the list come first.
  useEffect(() => primary.current?.focus(), []);

  const choiceOf = ({ name }: UploadConflict) => choices.get(name) ?? SAFE_CHOICE;
  const submit = () => {
    settle(new Map(conflicts.map((conflict) => [conflict.name, choiceOf(conflict)])));
    onClose();
  };
  const chooseForAll = (choice: ConflictChoice) =>
    setChoices(
      new Map(conflicts.map((one) => [one.name, possibleChoice(one, choice, mayReplace)])),
    );
  const [first, ...others] = conflicts;
  const textOf = others.length === 0 ? 'uploads.takenTextOne' : 'uploads.takenText';
  const canMerge = conflicts.some(({ remedy }) => remedy === 'merge');

  return (
    <Dialog
      title={
        first && others.length === 0
          ? t('uploads.takenOne', { name: first.name })
          : t('uploads.taken', { count: conflicts.length })
      }
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button ref={primary} type="submit" variant="primary">
            {t('uploads.upload')}
          </Button>
        </>
      }
    >
      <p>{t(textOf, { folder: nameOf(folder) || t('shell.myFiles') })}</p>
      {others.length > 0 && (
        <ChoiceForAll
          label={t('uploads.forAll')}
          choices={choicesForAll(conflicts, mayReplace).map((value) => ({
            value,
            label: t(
              value === 'replace' && !canMerge
                ? 'uploads.allChoices.replaceFiles'
                : `uploads.allChoices.${value}`,
            ),
          }))}
          onChoose={chooseForAll}
        />
      )}
      <ConflictList
        conflicts={conflicts}
        choiceOf={choiceOf}
        choicesOf={(conflict) => choicesFor(conflict, mayReplace)}
        onChoose={(name, choice) => setChoices(new Map(choices).set(name, choice))}
      />
    </Dialog>
  );
}

function choicesForAll(
  conflicts: readonly UploadConflict[],
  mayReplace: boolean,
): ConflictChoice[] {
  const canReplace = conflicts.some(
    (one) => possibleChoice(one, 'replace', mayReplace) !== SAFE_CHOICE,
  );
  return canReplace ? ['rename', 'replace', 'skip'] : ['rename', 'skip'];
}

/**
 * Returns the choice if it is possible for a conflict; otherwise the default. Replacing merges a folder whose contents
 * have no conflicts.
 */
function possibleChoice(
  conflict: UploadConflict,
  choice: ConflictChoice,
  mayReplace: boolean,
): UploadChoice {
  const choices = choicesFor(conflict, mayReplace);
  if (choices.includes(choice)) return choice;
  return choice === 'replace' && conflict.takenInside === 0 && choices.includes('add')
    ? 'add'
    : SAFE_CHOICE;
}
