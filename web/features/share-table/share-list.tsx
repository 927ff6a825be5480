import type { Share } from '#contract/shares.ts';
import { useMemo, useState } from 'react';
import { useLocale } from '../../i18n/use-translation.ts';
import { useUser } from '../../state/use-session.ts';
import { NoMatch } from './no-match.tsx';
import { ShareRows } from './share-rows.tsx';
import styles from './share-list.module.css';
import { ShareSearch } from './share-search.tsx';
import { FIRST_SORTING, matchingShares, sortedShares } from './visible-shares.ts';

/** Links that can be searched and sorted. */
export function ShareList({ shares }: { shares: readonly Share[] }) {
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const isAdmin = useUser()?.perm.admin ?? false;
  const sorted = useMemo(() => sortedShares(shares, sorting, locale), [shares, sorting, locale]);
  const found = useMemo(() => matchingShares(sorted, wanted), [sorted, wanted]);
  return (
    <div className={styles.list}>
      <ShareSearch wanted={wanted} found={found.length} all={shares.length} onChange={setWanted} />
      {found.length === 0 ? (
        <NoMatch withOwners={isAdmin} onClear={() => setWanted('')} />
      ) : (
        <ShareRows shares={found} withOwners={isAdmin} sorting={sorting} onSort={setSorting} />
      )}
    </div>
  );
}
