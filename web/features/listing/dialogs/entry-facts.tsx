import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { fileQuery } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { kindOf } from '../../../ui/kind-of.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { spelled } from '../../../lib/name-parts.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact } from './fact.tsx';
import styles from './info-dialog.module.css';

/** Properties of one entry that need no long computation. */
export function EntryFacts({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
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
                  bytes: entry.size,
                })}
          </bdi>
        </Fact>
      )}
      {entry.type === 'image' && <Dimensions path={path} />}
      <Fact label={t('listing.modified')}>
        <time dateTime={entry.modified} dir="auto">
          {formats.exactDate(entry.modified)}
        </time>
      </Fact>
      <Fact label={t('info.path')}>
        <span className={styles.path}>
          <bdi dir="ltr">
            <PathText path={path} />
          </bdi>
          <CopyButton label={t('info.copyPath')} text={path} />
        </span>
      </Fact>
    </>
  );
}

/** Path that wraps after its slashes. */
function PathText({ path }: { path: string }) {
  return isolatePath(spelled(path))
    .split(/(?<=\/)/)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ));
}

/** Dimensions of a picture, read by the server without loading it in the browser. */
function Dimensions({ path }: { path: string }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(fileQuery(path));
  if (isPending) return <Fact label={t('info.dimensions')}>…</Fact>;
  const size = data?.resolution;
  if (!size) return size;
  const pixels = { width: `${size.width}`, height: `${size.height}` };
  return <Fact label={t('info.dimensions')}>{t('info.pixels', pixels)}</Fact>;
}
