import type { ListedUser } from '#contract/users.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NO_ROOM_FOR_TABLES, useMediaQuery } from '../../../lib/use-media-query.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { useUser } from '../../../state/use-session.ts';
import { UserCard } from './user-card.tsx';
import { UserColumns } from './user-columns.tsx';
import { UserRow } from './user-row.tsx';
import styles from './user-rows.module.css';
import type { UserSorting } from './visible-users.ts';

/** Pixels, until a row has been drawn and is measured. */
const WIDE_ROW = 53;
const CARD = 65;

/** Users as rows, or as cards where there is little room; drawn only where seen. */
export function UserRows({
  users,
  sorting,
  onSort,
}: {
  users: readonly ListedUser[];
  sorting: UserSorting;
  onSort(sorting: UserSorting): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(NO_ROOM_FOR_TABLES);
  const ownId = useUser()?.id;
  const formats = useFormats();
  const virtualizer = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD : WIDE_ROW),
    getItemKey: (index) => users[index]?.id ?? index,
    overscan: 8,
  });
  const Row = isNarrow ? UserCard : UserRow;
  return (
    <div
      ref={scroller}
      role="table"
      className={styles.table}
      aria-label={t('users.title')}
      aria-rowcount={users.length + 1}
    >
      <UserColumns sorting={sorting} onSort={onSort} />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
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
