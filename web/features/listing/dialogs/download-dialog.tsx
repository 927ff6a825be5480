import { ARCHIVE_EXTENSION, ARCHIVE_FORMATS, type ArchiveFormat } from '#contract/archives.ts';
import { useState } from 'react';
import { downloadFrom } from '../../../actions/download.ts';
import { archiveUrl } from '../../../api/archives.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { lastArchiveFormat, rememberArchiveFormat } from '../../../state/archive-format.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { useRequest } from '../../../state/forms/use-request.ts';
import { toasts } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import radio from '../../../ui/radio.module.css';
import styles from './download-dialog.module.css';

/** Asks for the archive format, and starts the download. */
export function DownloadDialog({ dialog: { folder, entries }, onClose }: DialogProps<'download'>) {
  const { t } = useTranslation();
  const [format, setFormat] = useState(lastArchiveFormat);
  const { isBusy, failure, send } = useRequest(async (_: void, isOpen) => {
    rememberArchiveFormat(format);
    const url = await archiveUrl(folder, entries, format);
    // The user may have cancelled meanwhile.
    if (!isOpen()) return;
    downloadFrom(url);
    toasts.getState().show('info', t('prompts.downloadBegun'));
    onClose();
  });
  const [first, ...others] = entries;
  const title =
    first && others.length === 0
      ? t('prompts.downloadOne', { name: first.name || t('shell.myFiles') })
      : t('prompts.downloadMany', { count: entries.length });

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => send()}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('actions.download')}
          </Button>
        </>
      }
    >
      <Formats chosen={format} onChoose={setFormat} />
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

function Formats({
  chosen,
  onChoose,
}: {
  chosen: ArchiveFormat;
  onChoose(format: ArchiveFormat): void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.formats}>
      <legend className={styles.legend}>{t('prompts.format')}</legend>
      {ARCHIVE_FORMATS.map((format) => (
        <label key={format} className={styles.format}>
          <input
            className={radio.radio}
            type="radio"
            name="format"
            value={format}
            checked={format === chosen}
            data-focus-first={format === chosen ? true : undefined}
            onChange={() => onChoose(format)}
          />
          <span className={styles.ending}>
            <bdi dir="ltr">{ARCHIVE_EXTENSION[format]}</bdi>
          </span>
          <span className={styles.purpose}>{t(`prompts.formats.${format}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
