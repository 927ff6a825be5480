import type { Job } from '#contract/jobs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { countOpen, jobs, showJobs } from '../../state/jobs.ts';
import { followServer } from '../../state/live-connection.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { sessionToken } from '../../api/session-token.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { titleOfJob, stateOfJob } from './job-text.ts';
import { notifyOfEnd } from '../../state/end-notifications.ts';

/**
 * Receives the events of the server, and shows the jobs of the user and the uploads of the page: a button in the header
 * with their number, and their panel.
 */
export function Activity({ folder }: { folder: string | undefined }) {
  useServerEvents(folder);
  const all = useStore(jobs, (state) => state.jobs);
  const isShown = useStore(jobs, (state) => state.isShown);
  const uploads = useStore(jobs, (state) => state.uploads);
  return (
    <>
      {(all.length > 0 || uploads.all > 0 || isShown) && (
        <SlotContent name="activity">
          <ActivityButton number={countOpen(all) + uploads.open} isShown={isShown} />
        </SlotContent>
      )}
      {isShown && <ActivityPanel jobs={all} />}
    </>
  );
}

function ActivityButton({ number, isShown }: { number: number; isShown: boolean }) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={number === 0 ? t('activity.title') : t('activity.running', { number })}
      icon={ArrowUpDown}
      badge={number === 0 ? undefined : number}
      aria-expanded={isShown}
      onClick={() => showJobs(!isShown)}
    />
  );
}

function useServerEvents(folder: string | undefined): void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLoggedIn = useStore(sessionToken, ({ token }) => token !== undefined);
  const onJobEnded = useEffectEvent((job: Job) => {
    const text = `${titleOfJob(t, job)}: ${stateOfJob(t, job)}`;
    // A toast reports the operations of this page.
    if (!isOfThisPage(job)) announce(text);
    notifyOfEnd({ tag: `job-${job.id}`, startedAtMs: Date.parse(job.startedAt) }, text);
  });
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    return followServer({ queries, folder, onJobEnded: (job) => onJobEnded(job) });
  }, [queries, folder, isLoggedIn]);
}

function isOfThisPage({ key }: Job): boolean {
  return runningOperations
    .getState()
    .running.some(({ underWay }) => underWay.some((item) => item.key === key));
}
