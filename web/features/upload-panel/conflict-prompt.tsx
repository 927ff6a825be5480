import { nameOf, type TreePath } from '#contract/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConflictChoice, UploadConflict } from '../../state/upload-conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceForAll } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConflictList } from './conflict-list.tsx';
import { isolate } from '../../lib/isolate.ts';

/** What the user wants where nothing was chosen: nothing is lost by it. */
const SAFE_CHOICE: ConflictChoice = 'rename';

/** Names that are taken: for each, leave it out, replace what is there, or keep both. */
export function ConflictPrompt({
  prompt: { folder, conflicts, mayReplace, settle },
  onClose,
}: {
  prompt: {
    folder: TreePath;
    conflicts: readonly UploadConflict[];
    mayReplace: boolean;
    settle(choices: ReadonlyMap<string, ConflictChoice>): void;
  };
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState(() => choicesFor(conflicts, SAFE_CHOICE, mayReplace));
  const primary = useRef<HTMLButtonElement>(null);
  // Enter goes on; the buttons above the list come first in the dialog, but not in what one wants.
  useEffect(() => primary.current?.focus(), []);
  const submit = () => {
    settle(choices);
    onClose();
  };
  const [first, ...others] = conflicts;
  const title =
    first && others.length === 0
      ? t('uploads.takenOne', { name: isolate(first.relativePath) })
      : t('uploads.taken', { count: conflicts.length });

  return (
    <Dialog
      title={title}
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
      <p>{t('uploads.takenText', { folder: isolate(nameOf(folder) || t('shell.myFiles')) })}</p>
      {others.length > 0 && (
        <ChoiceForAll
          label={t('uploads.forAll')}
          choices={(conflicts.some(isReplaceable(mayReplace)) ? ALL : WITHOUT_REPLACING).map(
            (value) => ({ value, label: t(`uploads.allChoices.${value}`) }),
          )}
          onChoose={(choice) => setChoices(choicesFor(conflicts, choice, mayReplace))}
        />
      )}
      <ConflictList
        conflicts={conflicts}
        choices={choices}
        choicesOf={(conflict) => (isReplaceable(mayReplace)(conflict) ? ALL : WITHOUT_REPLACING)}
        onChoose={(path, choice) => setChoices(new Map(choices).set(path, choice))}
      />
    </Dialog>
  );
}

const ALL: readonly ConflictChoice[] = ['rename', 'replace', 'skip'];
const WITHOUT_REPLACING: readonly ConflictChoice[] = ['rename', 'skip'];

const isReplaceable = (mayReplace: boolean) => (conflict: UploadConflict) =>
  mayReplace && conflict.isReplaceable;

/** One choice for all; what cannot be replaced is left as safe as it was. */
function choicesFor(
  conflicts: readonly UploadConflict[],
  choice: ConflictChoice,
  mayReplace: boolean,
): ReadonlyMap<string, ConflictChoice> {
  const isPossible = isReplaceable(mayReplace);
  return new Map(
    conflicts.map((conflict) => [
      conflict.relativePath,
      choice === 'replace' && !isPossible(conflict) ? SAFE_CHOICE : choice,
    ]),
  );
}
