import type { Entry } from '#contract/files.ts';
import { ChevronRight } from 'lucide-react';
import { lazy } from 'react';
import { isDownloadedAsFile } from '../../../actions/download.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { withMessages } from '../../../i18n/messages.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../state/use-session.ts';
import { LatePart } from '../../../ui/late-part.tsx';
import { Checksums } from '../dialogs/checksums.tsx';
import { ContentsFacts } from '../dialogs/contents-facts.tsx';
import { EntryFacts } from '../dialogs/entry-facts.tsx';
import { StoredChecksum } from '../dialogs/stored-checksum.tsx';
import styles from './details.module.css';
import { ItemShares } from './item-shares.tsx';
import { ItemVersions } from './item-versions.tsx';
import { PhotoSection } from './photo-section.tsx';

const ItemActivity = lazy(async () => ({
  default: (await withMessages('settings', import('./item-activity.tsx'))).ItemActivity,
}));

/** Facts of an entry, or the totals of several, with photo data, shares, activity and checksums of one entry. */
export function Details({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const perm = useUser()?.perm;
  const [first, ...others] = entries;
  const only = others.length === 0 ? first : undefined;
  const mayRead = perm?.download === true;
  return (
    <>
      <dl className={styles.facts}>
        {only && <EntryFacts entry={only} />}
        {(!only || only.isDir) && <ContentsFacts entries={entries} />}
      </dl>
      {only && mayRead && only.type === 'image' && <PhotoSection entry={only} />}
      {only && perm?.share === true && only.type !== 'invalid_link' && <ItemShares item={only} />}
      {only && mayRead && isDownloadedAsFile(only) && pageConfig().Versions && (
        <ItemVersions entry={only} />
      )}
      {only && perm?.admin === true && (
        // The other details are useful without the activity.
        <LatePart>
          <ItemActivity path={only.path} />
        </LatePart>
      )}
      {only && mayRead && isDownloadedAsFile(only) && (
        <details className={styles.advanced}>
          <summary className={styles.summary}>
            <ChevronRight size={16} aria-hidden />
            {t('info.advanced')}
          </summary>
          <StoredChecksum path={only.path} />
          <Checksums path={only.path} />
        </details>
      )}
    </>
  );
}
