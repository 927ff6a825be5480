import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { VersionList } from '../../../actions/versions/version-list.tsx';
import { versionsQuery } from '../../../api/versions.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './details.module.css';
import { Section } from './section.tsx';

/** Number of versions in the details; the dialog lists all. */
const MAX_ROWS = 4;

/** Versions of a file. Renders nothing without versions. */
export function ItemVersions({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(versionsQuery(entry.path, entry.modified));
  const items = data?.items ?? [];
  if (items.length === 0 && !error) return null;
  const open = () => dialogs.getState().open({ kind: 'versions', entry });
  return (
    <Section
      title={t('versions.title')}
      action={
        items.length > MAX_ROWS && (
          <Button variant="quiet" onClick={open}>
            {t('actions.versionHistory')}
          </Button>
        )
      }
    >
      {error && <p className={styles.quiet}>{failureText(t, error)}</p>}
      {items.length > 0 && <VersionList entry={entry} versions={items.slice(0, MAX_ROWS)} />}
    </Section>
  );
}
