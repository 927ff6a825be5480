import type { TrashedItem, TrashUsage } from '#contract/trash.ts';
import { Trash2 } from 'lucide-react';
import { formatPercent } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dialogs } from '../../../state/dialogs.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { SearchField } from '../../../ui/data-view/search-field.tsx';
import { SlotContainer } from '../../../ui/slots.tsx';
import { useTrashAccess } from '../trash-access.ts';
import { deleteEverything } from './delete-for-good.ts';
import styles from './trash-page.module.css';
import { daysText } from './time-texts.ts';

interface HeadProps {
  usage: TrashUsage | undefined;
  list: PagedList<TrashedItem>;
  /** True if only the user's own items are listed; undefined for users who see no others. */
  mine: boolean | undefined;
  wanted: string;
  onMine(mine: boolean): void;
  onSearch(wanted: string): void;
}

/** Number of items from which a narrow window has a field to search them; fewer are seen at a glance. */
const MANY_ITEMS = 20;

/**
 * Title, search, whose items are shown, the button that empties the trash, and how long items are kept. The bar of the selection
 * replaces what is between title and button.
 */
export function TrashHead(props: HeadProps) {
  const { usage, list, mine, onMine, wanted, onSearch } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const isNarrow = useMediaQuery(NARROW);
  const { total = 0 } = list;
  const hasSearch = total >= (isNarrow ? MANY_ITEMS : 1) || wanted !== '';
  // The usage counts everything that the user may see.
  const counts = usage && mine !== true && usage.items === total ? usage : undefined;
  return (
    <header className={styles.head}>
      <div className={styles.tools}>
        <p className={styles.name} aria-hidden>
          {t('shell.trash')}
        </p>
        <p className={styles.usage} role="status">
          {counts && total > 0
            ? t('trash.usage', { count: counts.items, size: formats.size(counts.bytes) })
            : total > 0 && t('info.many', { count: total })}
        </p>
        {mine !== undefined && <WhoseSwitch mine={mine} onMine={onMine} />}
        {hasSearch && (
          <SearchField
            label={t('trash.search')}
            clearLabel={t('search.clear')}
            searchText={wanted}
            onChange={onSearch}
          />
        )}
        <SlotContainer name="selection-bar" className={styles.selectionPlace} />
        {total > 0 && <EmptyButton {...props} />}
      </div>
      {usage && <Retention usage={usage} />}
    </header>
  );
}

/** Says how long items are kept, or that the trash is off. */
function Retention({ usage: { isOn, keptMs, limitPercent } }: { usage: TrashUsage }) {
  const { t, locale } = useTranslation();
  return (
    <p className={styles.retention}>
      {!isOn && `${t('trash.off')} `}
      {t('trash.kept', { time: daysText(keptMs, locale) })}
      {limitPercent < 100 && (
        <span className={styles.limit}>
          {` ${t('trash.full', { percent: formatPercent(limitPercent, locale) })}`}
        </span>
      )}
    </p>
  );
}

function WhoseSwitch({ mine, onMine }: { mine: boolean; onMine(mine: boolean): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.whose} role="group" aria-label={t('trash.deletedBy')}>
      {[false, true].map((value) => (
        <button
          key={String(value)}
          type="button"
          className={styles.whoseButton}
          aria-pressed={mine === value}
          onClick={() => onMine(value)}
        >
          {t(value ? 'trash.mine' : 'trash.everyone')}
        </button>
      ))}
    </div>
  );
}

function EmptyButton({ usage, list, mine = true }: HeadProps) {
  const { t } = useTranslation();
  const access = useTrashAccess();
  const items = list.items ?? [];
  const ask = () => {
    const count = list.total ?? 0;
    // The usage is that of all items that the user sees.
    const isAll = usage !== undefined && usage.items === count;
    const known = items.reduce((sum, { size }) => sum + (size ?? 0), 0);
    dialogs.getState().open({
      kind: 'trash-empty',
      count,
      bytes: isAll ? usage.bytes : known,
      isOfOthers: !mine && new Set(items.map(({ deletedBy }) => deletedBy)).size > 1,
      confirm: () => void deleteEverything(access, { mine, count, known: items }),
    });
  };
  return (
    <Button onClick={ask}>
      <Trash2 size={18} strokeWidth={1.75} aria-hidden />
      {t('trash.emptyTrash')}
    </Button>
  );
}
