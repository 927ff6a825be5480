import { type Entry, rawUrl } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callAddress } from '../../../api/http.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { measurePicture } from '../../../lib/picture-size.ts';
import { kindOf } from '../../../ui/kind-of.ts';
import { nameParts } from '../name-parts.ts';
import { useFormats } from '../use-formats.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact } from './fact.tsx';
import styles from './info-prompt.module.css';

/** What is known of one entry without asking the server. */
export function EntryFacts({ entry, mayDownload }: { entry: Entry; mayDownload: boolean }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const path = entry.path || '/';
  return (
    <>
      <Fact label={t('listing.kind')}>
        {t(`listing.kinds.${kindOf(entry)}`)}
        {entry.extension.length > 1 && ` (${entry.extension.slice(1).toUpperCase()})`}
        {entry.isSymlink && ` · ${t('info.link')}`}
      </Fact>
      {!entry.isDir && (
        <Fact label={t('listing.size')}>
          <bdi>
            {entry.size < 1_024
              ? formats.size(entry.size)
              : t('info.sizeExact', {
                  size: formats.size(entry.size),
                  bytes: formatNumber(entry.size, i18n.language),
                })}
          </bdi>
        </Fact>
      )}
      {mayDownload && isMeasurable(entry) && <Dimensions entry={entry} />}
      <Fact label={t('listing.modified')}>
        <time dateTime={entry.modified} dir="auto">
          {formats.exactDate(entry.modified)}
        </time>
      </Fact>
      <Fact label={t('info.path')}>
        <span className={styles.path}>
          <bdi dir="auto">{nameParts(path).map(({ text }) => text)}</bdi>
          <CopyButton label={t('info.copyPath')} text={path} />
        </span>
      </Fact>
    </>
  );
}

/** What every browser shows; it has to be loaded whole to be measured. */
const SHOWN_PICTURES = /^\.(avif|bmp|gif|ico|jpe?g|jfif|png|svg|webp)$/i;
const MOST_BYTES = 30 * 1024 * 1024;

function isMeasurable({ isDir, extension, size, type }: Entry): boolean {
  return !isDir && type !== 'invalid_link' && size <= MOST_BYTES && SHOWN_PICTURES.test(extension);
}

function Dimensions({ entry: { path, modified } }: { entry: Entry }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['dimensions', path, modified],
    queryFn: ({ signal }) => measurePicture(callAddress(rawUrl(path, { inline: true })), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return null;
  return <Fact label={t('info.dimensions')}>{data ? t('info.pixels', { ...data }) : '…'}</Fact>;
}
