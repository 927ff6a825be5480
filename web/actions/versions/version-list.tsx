import type { Entry } from '#contract/files.ts';
import type { FileVersion } from '#contract/versions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import { useFormats } from '../../state/use-formats.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useVersionActions } from './use-version-actions.ts';
import styles from './version-list.module.css';

/** The present contents of a file and its versions, each with its actions. */
export function VersionList({
  entry,
  versions,
}: {
  entry: Entry;
  versions: readonly FileVersion[];
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actions = useVersionActions(entry);
  return (
    <ol className={styles.list}>
      <li className={styles.row} data-current="">
        <span className={styles.text}>
          <Time at={entry.modified} />
          <span className={styles.quiet}>
            {t('versions.current')} · <bdi>{formats.size(entry.size)}</bdi>
          </span>
        </span>
      </li>
      {versions.map((version) => {
        const modified = new Date(version.modifiedAt).toISOString();
        const date = formats.exactDate(modified);
        return (
          <li key={version.id} className={styles.row}>
            <button
              type="button"
              className={styles.text}
              aria-label={t('versions.of', { date })}
              onClick={() => actions.view(version)}
            >
              <Time at={modified} />
              <span className={styles.quiet}>
                <bdi>{formats.size(version.size)}</bdi>
                {version.replacedBy !== '' &&
                  ` · ${t('versions.replacedBy', { name: isolate(version.replacedBy) })}`}
              </span>
            </button>
            <MenuButton
              label={t('listing.moreFor', { name: date })}
              items={() => actions.items(version)}
            />
          </li>
        );
      })}
    </ol>
  );
}

function Time({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time className={styles.time} dateTime={at} title={formats.exactDate(at)}>
      {formats.dateAlone(at)}
    </time>
  );
}
