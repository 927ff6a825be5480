import type { Entry } from '#contract/files.ts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { offered } from '../../actions/action.ts';
import { ActionButtons } from '../../actions/menu/action-buttons.tsx';
import { BAR_ACTIONS } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './listing.module.css';
import type { BarProps } from './selection-bar.tsx';
import { useButtonCapacity } from './use-toolbar-space.ts';

/** Number of selected entries and their actions, at the bottom of narrow windows. */
export function NarrowSelectionBar({ context, present, onClear }: BarProps) {
  const { t } = useTranslation();
  const toolbar = useRef<HTMLDivElement>(null);
  const room = useButtonCapacity(toolbar);
  const { selection, multiple } = context;
  return (
    <section aria-label={t('listing.selection')}>
      <div
        ref={toolbar}
        className={styles.selectionBar}
        role="toolbar"
        aria-label={t('listing.actions')}
      >
        {/* In multi-select mode, the banner has a button for it. */}
        {!multiple.isOn && (
          <IconButton label={t('listing.clearSelection')} icon={X} onClick={onClear} />
        )}
        <span className={styles.selectedCount} data-alone={multiple.isOn || undefined}>
          {t(wordsFor(selection), { count: selection.length })}
        </span>
        <ActionButtons
          actions={offered(BAR_ACTIONS, context)}
          room={room}
          context={context}
          present={present}
          menuHasAll
        />
      </div>
    </section>
  );
}

function wordsFor(selection: readonly Entry[]) {
  const folders = selection.filter(({ isDir }) => isDir).length;
  if (folders === 0) return 'listing.selectedFiles';
  return folders === selection.length ? 'listing.selectedFolders' : 'listing.selectedItems';
}
