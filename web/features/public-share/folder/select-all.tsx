import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';
import checkBox from '../../../ui/check-box.module.css';
import styles from './entry-list.module.css';

/** Check box that selects all entries. */
export function SelectAll({
  selection,
  order,
}: {
  selection: SelectionStore;
  order: SelectionOrder;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const count = useSyncExternalStore(selection.subscribe, () => selection.paths().size);
  const isSome = count > 0 && count < order.count;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  if (order.count === 0) return null;
  const isAll = count === order.count;
  return (
    <label className={styles.selectAll}>
      <span className={styles.mark}>
        <input
          ref={box}
          className={checkBox.box}
          type="checkbox"
          checked={isAll}
          onChange={() => (isAll ? selection.clear() : selection.selectAll(order))}
        />
      </span>
      {t('folder.selectAll')}
    </label>
  );
}
