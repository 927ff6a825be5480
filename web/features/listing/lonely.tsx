import { useTranslation } from 'react-i18next';
import { type ActionContext, offered } from '../../actions/action.ts';
import { upload } from '../../actions/upload.ts';
import { Button } from '../../ui/button.tsx';
import styles from './listing.module.css';
import { LonelyDrawing } from './lonely-drawing.tsx';
import { CREATING } from './selection-actions.ts';

/** An empty folder: a drawing, a sentence, and what one would do next. */
export function Lonely({ context }: { context: ActionContext }) {
  const { t } = useTranslation();
  const creating = offered(CREATING, context);
  return (
    <div className={styles.notice}>
      <LonelyDrawing />
      <h2 className={styles.noticeTitle}>{t('listing.lonely')}</h2>
      <p className={styles.noticeText}>
        {t(creating.length > 0 ? 'listing.lonelyHint' : 'listing.lonelyReadOnly')}
      </p>
      {creating.length > 0 && (
        <div className={styles.noticeActions}>
          {creating.map((action) => (
            <Button
              key={action.id}
              variant={action === upload ? 'primary' : 'plain'}
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
