import { File, Folder } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatExactDate, formatSize } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PHONE } from '../../../lib/breakpoints.ts';
import { isolate } from '../../../lib/isolate.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import type { DialogProps, RestoreConflictItem } from '../../../state/dialog-spec.ts';
import type { ConflictChoice } from '../../../state/upload-conflicts.ts';
import { Button } from '../../../ui/button.tsx';
import { type Choice, ChoiceForAll, ChoiceList } from '../../../ui/choice-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TakenName } from '../../../ui/taken-name.tsx';

/** Default choice, which loses no data. */
const SAFE_CHOICE: ConflictChoice = 'rename';
const ROW_HEIGHT = 84;
const ROW_HEIGHT_ON_PHONE = 136;

/** Asks for each taken name: keep both, replace, or leave the item in the trash. Closing the dialog restores none of them. */
export function RestoreConflictsDialog({
  dialog: { conflicts, mayReplace, settle },
  onClose,
}: DialogProps<'restore-conflicts'>) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
  const [choices, setChoices] = useState<ReadonlyMap<number, ConflictChoice>>(new Map());
  const primary = useRef<HTMLButtonElement>(null);
  // Enter confirms, although the buttons above the list come first.
  useEffect(() => primary.current?.focus(), []);

  const choiceOf = ({ item }: RestoreConflictItem) => choices.get(item.id) ?? SAFE_CHOICE;
  const submit = () => {
    onClose();
    settle(new Map(conflicts.map((conflict) => [conflict.item.id, choiceOf(conflict)])));
  };
  const labelled = (value: ConflictChoice): Choice<ConflictChoice> => ({
    value,
    label: t(`transfers.choices.${value}`),
  });
  const chooseForAll = (choice: ConflictChoice) =>
    setChoices(
      new Map(
        conflicts.map((one) => [
          one.item.id,
          choicesFor(one, mayReplace).includes(choice) ? choice : SAFE_CHOICE,
        ]),
      ),
    );
  const [first, ...others] = conflicts;
  return (
    <Dialog
      title={
        first && others.length === 0
          ? t('transfers.takenOne', { name: first.item.name })
          : t('transfers.taken', { count: conflicts.length })
      }
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button ref={primary} type="submit" variant="primary">
            {t('trash.restore')}
          </Button>
        </>
      }
    >
      <p>{t('trash.takenText')}</p>
      {others.length > 0 && (
        <ChoiceForAll
          label={t('transfers.forAll')}
          choices={choicesForAll(conflicts, mayReplace).map(labelled)}
          onChoose={chooseForAll}
        />
      )}
      <ChoiceList<RestoreConflictItem, ConflictChoice>
        label={t('transfers.takenNames')}
        items={conflicts}
        rowHeight={isPhone ? ROW_HEIGHT_ON_PHONE : ROW_HEIGHT}
        isStacked={isPhone}
        keyOf={({ item }) => String(item.id)}
        render={(conflict) => <ConflictFacts {...conflict} />}
        questionOf={({ item }) => t('transfers.choiceFor', { name: item.name })}
        choiceOf={choiceOf}
        choicesOf={(conflict) => choicesFor(conflict, mayReplace).map(labelled)}
        onChoose={({ item }, choice) => setChoices(new Map(choices).set(item.id, choice))}
      />
    </Dialog>
  );
}

/** Returns the possible choices for a conflict, safest first. Only a file can replace a file. */
function choicesFor(
  { item, existing }: RestoreConflictItem,
  mayReplace: boolean,
): readonly ConflictChoice[] {
  const isReplaceable = mayReplace && !item.isDir && existing?.isDir !== true;
  return isReplaceable ? ['rename', 'replace', 'skip'] : ['rename', 'skip'];
}

function choicesForAll(
  conflicts: readonly RestoreConflictItem[],
  mayReplace: boolean,
): readonly ConflictChoice[] {
  const all = conflicts.map((one) => choicesFor(one, mayReplace));
  return all.find((choices) => choices.includes('replace')) ?? all[0] ?? [];
}

/** Taken name with the properties of both entries. */
function ConflictFacts({ item, existing }: RestoreConflictItem) {
  const { t, locale } = useTranslation();
  const Icon = item.isDir ? Folder : File;
  const sizeOf = ({ isDir, size }: { isDir: boolean; size: number | null }) =>
    isDir || size === null ? t('listing.kinds.folder') : isolate(formatSize(size, locale));
  const dateOf = ({ modified }: { modified: string }) =>
    isolate(formatExactDate(new Date(modified), locale));
  return (
    <TakenName
      sign={<Icon size={20} strokeWidth={1.75} aria-hidden />}
      name={item.name}
      arriving={t('trash.inTrash', { facts: sizeOf(item) })}
      existing={
        existing
          ? t('transfers.existing', { facts: `${sizeOf(existing)} · ${dateOf(existing)}` })
          : ''
      }
    />
  );
}
