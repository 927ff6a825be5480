import type { Share } from '#contract/shares.ts';
import { useCallback, useState } from 'react';
import { ownSharePagesQuery, sharePagesQuery } from '../../api/shares.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { nextEnd } from '../../state/shares/time-left.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LoadFailure } from '../../ui/data-view/load-failure.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { StaleNotice } from '../../ui/data-view/stale-notice.tsx';
import { ShareList } from './share-list.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import styles from './share-table.module.css';
import { FIRST_SORTING, matchingShares, sortedShares } from './visible-shares.ts';

/** The user's own shares, or all shares for administrators who manage them. */
export function ShareTable({ onlyOwn = false }: { onlyOwn?: boolean }) {
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const list = usePagedList({
    queryFor: onlyOwn ? ownSharePagesQuery : sharePagesQuery,
    firstOrder: FIRST_SORTING,
    search: wanted,
    order: sorting,
    idOf,
    arrange: useCallback(
      (shares: readonly Share[]) => matchingShares(sortedShares(shares, sorting, locale), wanted),
      [sorting, locale, wanted],
    ),
    // The server decides whether a share has ended.
    refreshAfter: nextEnd,
  });
  const { items, total, error, retry } = list;
  if (total === undefined) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <ShareSkeleton />;
  }
  return (
    <div className={styles.page}>
      {error && items && <StaleNotice failure={error} onRetry={retry} />}
      {total === 0 ? (
        <NoShares />
      ) : (
        <ShareList
          list={list}
          total={total}
          onlyOwn={onlyOwn}
          wanted={wanted}
          sorting={sorting}
          onSearch={setWanted}
          onSort={setSorting}
        />
      )}
    </div>
  );
}

const idOf = ({ hash }: Share) => hash;

/** Shown without shares, with a link to files. */
function NoShares() {
  const { t } = useTranslation();
  return (
    <Notice drawing={<LinksDrawing />} title={t('settings.shares.empty')}>
      <NoticeText>{t('settings.shares.emptyHint')}</NoticeText>
      <ButtonLink variant="primary" to={filesAddress('/')}>
        {t('settings.shares.openFiles')}
      </ButtonLink>
    </Notice>
  );
}

/** Drawing of a sheet that two people share. */
function LinksDrawing() {
  return (
    <svg width="200" height="132" viewBox="0 0 200 132" aria-hidden>
      <ellipse className={styles.ground} cx="100" cy="112" rx="96" ry="18" />
      <path className={styles.star} d="M40 22v8M36 26h8M164 14v6M161 17h6M182 62v6M179 65h6" />
      <path className={styles.thread} d="M50 74C62 40 84 40 100 52M150 74c-12-34-34-34-50-22" />
      <path
        className={styles.sheet}
        d="M80 38a5 5 0 0 1 5-5h21l15 15v43a5 5 0 0 1-5 5H85a5 5 0 0 1-5-5z"
      />
      <path className={styles.fold} d="M106 33l15 15h-11a4 4 0 0 1-4-4z" />
      <path className={styles.line} d="M90 62h21M90 71h21M90 80h13" />
      <circle className={styles.person} cx="44" cy="76" r="9" />
      <path className={styles.person} d="M27 108c0-12 7-19 17-19s17 7 17 19z" />
      <circle className={styles.person} cx="156" cy="76" r="9" />
      <path className={styles.person} d="M139 108c0-12 7-19 17-19s17 7 17 19z" />
    </svg>
  );
}
