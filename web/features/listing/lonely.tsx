import { type ActionContext, offered } from '../../actions/action.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import styles from './listing.module.css';
import { LonelyDrawing } from './lonely-drawing.tsx';
import { CREATING } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';

/** An empty folder: a drawing, a sentence, and what one would do next. */
export function Lonely({
  context,
  onMenu,
}: {
  context: ActionContext;
  /** Opens the menu of the folder at a place. */
  onMenu(anchor: DOMRect): void;
}) {
  const { t } = useTranslation();
  const hasMouse = useMediaQuery('(hover: hover)');
  const creating = offered(CREATING, context);
  useFocusInContent();
  const [mostLikely] = creating;
  return (
    <div
      className={styles.notice}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <LonelyDrawing />
      <h2 className={styles.noticeTitle}>{t('listing.lonely')}</h2>
      <p className={styles.noticeText}>{t(hintFor(context.permissions.create, hasMouse))}</p>
      {creating.length > 0 && (
        <div className={styles.noticeActions}>
          {creating.map((action) => (
            <Button
              key={action.id}
              variant={action === mostLikely ? 'primary' : 'plain'}
              onClick={() => action.run(context)}
            >
              <action.icon size={18} strokeWidth={1.75} aria-hidden />
              {t(action.label)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function hintFor(mayCreate: boolean, hasMouse: boolean) {
  if (!mayCreate) return 'listing.lonelyReadOnly';
  return hasMouse ? 'listing.lonelyHint' : 'listing.lonelyTouchHint';
}
