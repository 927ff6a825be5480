import type { Entry } from '#contract/files.ts';
import { File, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatExactDate, formatSize } from '../../i18n/format.ts';
import { isolate } from '../../lib/isolate.ts';
import type { TransferConflict } from '../../state/transfer-plan.ts';
import { TakenName } from '../../ui/taken-name.tsx';

/** The name that is taken, and what is known of both sides. */
export function ConflictFacts({ entry, existing }: TransferConflict) {
  const { t, i18n } = useTranslation();
  const Icon = entry.isDir ? Folder : File;
  const factsOf = (one: Entry) => {
    const date = isolate(formatExactDate(new Date(one.modified), i18n.language));
    const size = one.isDir
      ? t('listing.kinds.folder')
      : isolate(formatSize(one.size, i18n.language));
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
