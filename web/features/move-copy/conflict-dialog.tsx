import type { Entry } from '#contract/files.ts';
import { File, Folder } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatExactDate, formatSize } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import { PHONE } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { choicesFor, type TransferConflict } from '../../state/transfer-plan.ts';
import type { ConflictChoice } from '../../state/upload-conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceForAll, ChoiceList, type Choice } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TakenName } from '../../ui/taken-name.tsx';
import { folderName } from './folder-name.ts';

/** Default choice: keep both. It loses no data. */
const SAFE_CHOICE: ConflictChoice = 'rename';
/** Heights of a row in pixels. */
const ROW_HEIGHT = 84;
const ROW_HEIGHT_ON_PHONE = 136;

/** Asks for each existing name: skip, replace or merge, or keep both. */
export function TransferConflictDialog({
  dialog: { operation, to, conflicts, mayReplace, settle },
  onClose,
}: DialogProps<'transfer-conflicts'>) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictChoice>>(new Map());
  const primary = useRef<HTMLButtonElement>(null);
  // Enter confirms, although the buttons above the list come first.
  useEffect(() => primary.current?.focus(), []);

  const choiceOf = ({ entry }: TransferConflict) => choices.get(entry.path) ?? SAFE_CHOICE;
  const submit = () => {
    onClose();
    settle(new Map(conflicts.map((conflict) => [conflict.entry.path, choiceOf(conflict)])));
  };
  const chooseForAll = (choice: ConflictChoice) =>
    setChoices(
      new Map(conflicts.map((one) => [one.entry.path, possibleChoice(one, choice, mayReplace)])),
    );
  const [first, ...others] = conflicts;
  const canMerge = conflicts.some(({ remedy }) => remedy === 'merge');

  return (
    <Dialog
      title={
        first && others.length === 0
          ? t('transfers.takenOne', { name: first.entry.name })
          : t('transfers.taken', { count: conflicts.length })
      }
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button ref={primary} type="submit" variant="primary">
            {t(`transfers.${operation}.conflictButton`)}
          </Button>
        </>
      }
    >
      <p>{t('transfers.takenText', { folder: folderName(t, to) })}</p>
      {others.length > 0 && (
        <ChoiceForAll
          label={t('transfers.forAll')}
          choices={choicesForAll(conflicts, mayReplace).map((value) => ({
            value,
            label: t(
              value === 'replace' && !canMerge
                ? 'uploads.allChoices.replaceFiles'
                : `transfers.allChoices.${value}`,
            ),
          }))}
          onChoose={chooseForAll}
        />
      )}
      <ChoiceList<TransferConflict, ConflictChoice>
        label={t('transfers.takenNames')}
        items={conflicts}
        rowHeight={isPhone ? ROW_HEIGHT_ON_PHONE : ROW_HEIGHT}
        isStacked={isPhone}
        keyOf={({ entry }) => entry.path}
        render={(conflict) => <ConflictFacts {...conflict} />}
        questionOf={({ entry }) => t('transfers.choiceFor', { name: entry.name })}
        choiceOf={choiceOf}
        choicesOf={(conflict) =>
          choicesFor(conflict, mayReplace).map((value): Choice<ConflictChoice> => ({
            value,
            label: t(`transfers.choices.${value === 'replace' ? effectOf(conflict) : value}`),
          }))
        }
        onChoose={({ entry }, choice) => setChoices(new Map(choices).set(entry.path, choice))}
      />
    </Dialog>
  );
}

/** Returns what "replace" means for a conflict: two folders are merged, anything else is replaced. */
function effectOf({ remedy }: TransferConflict): 'merge' | 'replace' {
  return remedy ?? 'replace';
}

/** Returns the choice if it is possible for a conflict; otherwise the default. */
function possibleChoice(
  conflict: TransferConflict,
  choice: ConflictChoice,
  mayReplace: boolean,
): ConflictChoice {
  return choicesFor(conflict, mayReplace).includes(choice) ? choice : SAFE_CHOICE;
}

function choicesForAll(
  conflicts: readonly TransferConflict[],
  mayReplace: boolean,
): ConflictChoice[] {
  const canReplace = conflicts.some((one) => choicesFor(one, mayReplace).includes('replace'));
  return canReplace ? ['rename', 'replace', 'skip'] : ['rename', 'skip'];
}

/** Existing name with the properties of both entries. */
function ConflictFacts({ entry, existing }: TransferConflict) {
  const { t, locale } = useTranslation();
  const Icon = entry.isDir ? Folder : File;
  const factsOf = (one: Entry) => {
    const date = isolate(formatExactDate(new Date(one.modified), locale));
    const size = one.isDir ? t('listing.kinds.folder') : isolate(formatSize(one.size, locale));
    return `${size} · ${date}`;
  };
  return (
    <TakenName
      sign={<Icon size={20} strokeWidth={1.75} aria-hidden />}
      name={entry.name}
      arriving={t('transfers.arriving', { facts: factsOf(entry) })}
      existing={t('transfers.existing', { facts: factsOf(existing) })}
    />
  );
}
