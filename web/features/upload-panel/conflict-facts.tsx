import type { TFunction } from 'i18next';
import { formatExactDate, formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import type { UploadConflict } from '../../state/upload-conflicts.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOfName } from '../../ui/kind-of.ts';
import { TakenName } from '../../ui/taken-name.tsx';

/** Existing name with the properties of both items. */
export function ConflictFacts({ conflict }: { conflict: UploadConflict }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, arriving } = conflict;
  return (
    <TakenName
      sign={<KindGlyph kind={arriving.isFolder ? 'folder' : kindOfName(name)} />}
      name={name}
      arriving={t('uploads.arriving', { facts: arrivingFacts(t, conflict, locale) })}
      existing={t('uploads.existing', { facts: existingFacts(t, conflict, locale) })}
    />
  );
}

function arrivingFacts(t: TFunction, { arriving, takenInside }: UploadConflict, locale: string) {
  const { file, isFolder, size } = arriving;
  if (isFolder) {
    const inside = takenInside > 0 ? [t('uploads.takenInside', { count: takenInside })] : [];
    return [t('uploads.folder'), ...inside].join(' · ');
  }
  const modified = file instanceof File ? new Date(file.lastModified) : undefined;
  return fileFacts(size, modified, locale);
}

function existingFacts(
  t: TFunction,
  { existing: { isFolder, size, modified } }: UploadConflict,
  locale: string,
): string {
  const date = new Date(modified);
  if (!isFolder) return fileFacts(size, date, locale);
  return `${t('uploads.folder')} · ${isolate(formatExactDate(date, locale))}`;
}

function fileFacts(size: number, modified: Date | undefined, locale: string): string {
  const date = modified ? [isolate(formatExactDate(modified, locale))] : [];
  return [isolate(formatSize(size, locale)), ...date].join(' · ');
}
