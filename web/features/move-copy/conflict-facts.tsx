import type { Entry } from '#contract/files.ts';
import { File, Folder } from 'lucide-react';
import { formatExactDate, formatSize } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import type { TransferConflict } from '../../state/transfer-plan.ts';
import { TakenName } from '../../ui/taken-name.tsx';

/** The name that is taken, and what is known of both sides. */
export function ConflictFacts({ entry, existing }: TransferConflict) {
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
