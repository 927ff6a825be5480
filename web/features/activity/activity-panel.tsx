import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { jobs as jobsState, type MeasuredJob, showJobs } from '../../state/jobs.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotContainer } from '../../ui/slots.tsx';
import { useFocusKeptIn } from '../../ui/use-focus-kept-in.ts';
import styles from './activity-panel.module.css';
import { JobRow } from './job-row.tsx';
import { notificationState, requestNotifications } from '../../state/end-notifications.ts';

/** Panel with the uploads of the page, and the jobs of the user, the latest first. */
export function ActivityPanel({ jobs }: { jobs: readonly MeasuredJob[] }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  useFocusKeptIn(panel);
  const hasUploads = useStore(jobsState, ({ uploads }) => uploads.all > 0);
  return (
    <section
      ref={panel}
      className={`${card.card} ${styles.panel}`}
      aria-label={t('activity.title')}
      data-part="activity"
    >
      <header className={card.head}>
        <h2 className={card.title}>{t('activity.title')}</h2>
        <IconButton
          label={t('common.close')}
          icon={X}
          size="small"
          onClick={() => showJobs(false)}
        />
      </header>
      <SlotContainer name="activity-uploads" className={styles.uploads} />
      {jobs.length === 0 && !hasUploads && <p className={styles.none}>{t('activity.none')}</p>}
      {jobs.length > 0 && (
        <ul className={styles.list}>
          {jobs.map((each) => (
            <li key={each.job.id} className={styles.item}>
              <JobRow measured={each} />
            </li>
          ))}
        </ul>
      )}
      <NotificationFooter />
    </section>
  );
}

function NotificationFooter() {
  const { t } = useTranslation();
  const [state, setState] = useState(notificationState);
  if (state === 'denied') return null;
  return (
    <footer className={styles.footer}>
      {state === 'on' ? (
        <p className={styles.note}>{t('activity.notifying')}</p>
      ) : (
        <Button onClick={() => void requestNotifications().then(setState)}>
          {t('activity.notify')}
        </Button>
      )}
    </footer>
  );
}
