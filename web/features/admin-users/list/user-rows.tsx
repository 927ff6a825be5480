import type { ListedUser } from '#contract/users.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { useLoadAtEnd } from '../../../lib/use-load-at-end.ts';
import { CARDS } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { useScrollToTop } from '../../../lib/use-scroll-to-top.ts';
import { useFormats } from '../../../state/use-formats.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import { useUser } from '../../../state/use-session.ts';
import { wholeScope } from '../parts/whole-scope.ts';
import { UserColumns } from './user-columns.tsx';
import { UserName } from './user-name.tsx';
import { type UserRowProps, UserRow } from './user-row.tsx';
import styles from './user-rows.module.css';
import type { UserSorting } from './visible-users.ts';

/** Estimated row heights in pixels, used until rows are measured. */
const WIDE_ROW = 53;
const CARD = 65;

/** Virtualized users as table rows, or as cards on narrow screens. */
export function UserRows({
  list: { found, isOld, canLoadMore, loadMore },
  users,
  sorting,
  onSort,
}: {
  list: PagedList<ListedUser>;
  users: readonly ListedUser[];
  sorting: UserSorting;
  onSort(sorting: UserSorting): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(CARDS);
  const ownId = useUser()?.id;
  const formats = useFormats();
  const virtualizer = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD : WIDE_ROW),
    getItemKey: (index) => users[index]?.id ?? index,
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  useLoadAtEnd({
    lastSeen: rows.at(-1)?.index ?? -1,
    count: users.length,
    isReady: canLoadMore,
    load: loadMore,
  });
  useScrollToTop(scroller, sorting);
  const Row = isNarrow ? UserCard : UserRow;
  return (
    <div
      ref={scroller}
      role="table"
      className={styles.table}
      aria-label={t('users.title')}
      aria-rowcount={found === undefined ? -1 : found + 1}
      aria-busy={isOld || undefined}
    >
      <UserColumns sorting={sorting} onSort={onSort} />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const user = users[index];
          return (
            user && (
              <div
                key={key}
                role="row"
                className={isNarrow ? styles.card : styles.row}
                ref={virtualizer.measureElement}
                style={{ insetBlockStart: start }}
                aria-rowindex={index + 2}
                data-index={index}
              >
                <Row
                  user={user}
                  isOwn={user.id === ownId}
                  lastSeen={
                    user.lastSeen === undefined ? t('users.never') : formats.date(user.lastSeen)
                  }
                  exactly={user.lastSeen === undefined ? '' : formats.exactDate(user.lastSeen)}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Card of a user on narrow screens, which is a link as a whole. */
function UserCard({ user, isOwn, lastSeen }: UserRowProps) {
  const { t } = useTranslation();
  return (
    <div role="cell" className={styles.cardCell}>
      <Link className={styles.cardLink} to={`/settings/users/${user.id}`}>
        <span className={styles.name}>
          <UserName user={user} isOwn={isOwn} />
        </span>
        <span className={styles.facts}>
          {user.perm.admin && `${t('users.admin')} · `}
          <bdi dir="ltr">{isolatePath(wholeScope(user.scope))}</bdi> ·{' '}
          {user.lastSeen === undefined ? t('users.neverSeen') : t('users.seen', { date: lastSeen })}
        </span>
        <ChevronRight className={styles.chevron} size={18} strokeWidth={2} aria-hidden />
      </Link>
    </div>
  );
}
