import type { Share, ShareColumn } from '#contract/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNow } from '../../state/shares/time-left.ts';
import type { PagedList } from '../../state/use-paged-list.ts';
import { useUser } from '../../state/use-session.ts';
import { DataTable } from '../../ui/data-view/data-table.tsx';
import type { TableColumn } from '../../ui/data-view/table-head.tsx';
import { ShareCard } from './share-card.tsx';
import { ShareRow } from './share-row.tsx';
import styles from './share-rows.module.css';
import { useShareActions } from './use-share-actions.ts';
import { useShareWords } from './use-share-words.ts';
import type { ShareSorting } from './visible-shares.ts';

/** Shares as table rows, or as cards on narrow windows. */
export function ShareRows({
  list,
  shares,
  withOwners,
  sorting,
  onSort,
}: {
  list: PagedList<Share>;
  shares: readonly Share[];
  withOwners: boolean;
  sorting: ShareSorting;
  onSort(sorting: ShareSorting): void;
}) {
  const { t } = useTranslation();
  const userId = useUser()?.id;
  const wordsOf = useShareWords(useNow(shares));
  const actions = useShareActions();
  const columns: TableColumn<ShareColumn | 'lastUsed'>[] = [
    { by: 'path', label: t('settings.shares.item') },
    { by: 'expire', label: t('settings.shares.expires') },
    ...(withOwners ? [{ by: 'owner', label: t('settings.shares.owner') } as const] : []),
    { by: 'used', label: t('settings.shares.used'), startsDescending: true },
    { by: 'lastUsed', label: t('settings.shares.lastUsed'), isSortable: false },
  ];
  return (
    <DataTable
      label={t('settings.shares.title')}
      className={withOwners ? styles.tableWithOwners : styles.table}
      items={shares}
      list={list}
      keyOf={({ hash }) => hash}
      columns={columns}
      rowHeight={64}
      cardHeight={83}
      order={sorting}
      onOrder={onSort}
    >
      {(share, isCard) => {
        const Row = isCard ? ShareCard : ShareRow;
        return (
          <Row
            share={share}
            isOwn={share.userID === userId}
            withOwner={withOwners}
            words={wordsOf(share)}
            actions={actions}
          />
        );
      }}
    </DataTable>
  );
}
