import { memo } from 'react';
import { offered } from '../../actions/action.ts';
import { ActionButton } from '../../actions/menu/action-buttons.tsx';
import { paste } from '../../actions/paste.ts';
import { selectMultiple } from '../../actions/select-multiple.ts';
import { FOLDER_ACTIONS } from '../../actions/selection-actions.ts';
import { shell } from '../../actions/shell.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CARDS } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { SlotContent } from '../../ui/slots.tsx';
import styles from './folder-bar.module.css';
import { FolderMenu } from './folder-menu.tsx';
import { SelectionBar } from './lazy-selection-bar.tsx';
import type { BarProps } from './selection-bar.tsx';

/** Actions that change the view of the folder. The view modes have buttons of their own. */
const VIEWING = [shell, selectMultiple];

/**
 * Actions of the folder beside its path. While something is selected, the bar of the selection replaces the actions,
 * and in a small window the path, too.
 */
export const FolderBar = memo(function FolderBar(props: BarProps) {
  const { selection, multiple } = props.context;
  return (
    <>
      <SlotContent name="folder-actions">
        <FolderToolbar {...props} />
      </SlotContent>
      {(selection.length > 0 || multiple.isOn) && (
        <SlotContent name="selection-bar">
          <SelectionBar width="wide" {...props} />
        </SlotContent>
      )}
    </>
  );
});

function FolderToolbar({ context, present }: BarProps) {
  const { t } = useTranslation();
  const isCrowded = useMediaQuery(CARDS);
  // The folder, even while something in it is selected.
  const ofFolder = { ...context, selection: [] };
  const bar = { context: ofFolder, present: () => ({ ...present(), selection: [] }) };
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('listing.folderActions')}>
      {offered([paste], ofFolder).map((action) => (
        <ActionButton key={action.id} action={action} hasLabel={!isCrowded} {...bar} />
      ))}
      {isCrowded ? (
        <FolderMenu groups={[FOLDER_ACTIONS, VIEWING]} context={context} />
      ) : (
        offered([...FOLDER_ACTIONS, ...VIEWING], ofFolder).map((action) => (
          <ActionButton key={action.id} action={action} {...bar} />
        ))
      )}
    </div>
  );
}
