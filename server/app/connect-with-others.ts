import { ROOT } from '#contract/paths.ts';
import type { Retention } from '../administration/settings/retention.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { HistoryChanges, JobChanges } from '../events/user-changes.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';

interface Connected {
  readonly changes: TreeChanges;
  readonly jobs: JobChanges;
  readonly history: HistoryChanges;
  readonly retention: Retention;
  readonly db: Pick<Database, 'read'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Passes on to the other servers of the cluster what changes here, and to the pages here what changes there. */
export function connectWithOthers(
  cluster: Cluster,
  { changes, jobs, history, retention, db, log }: Connected,
): void {
  changes.subscribeOwn((change) => cluster.send({ kind: 'tree-changed', change }));
  jobs.onAnnounced = (userId, change) => cluster.send({ kind: 'job-changed', userId, change });
  history.onAnnounced = (userId) => cluster.send({ kind: 'history-changed', userId });
  retention.onChanged = () => cluster.send({ kind: 'settings-changed' });
  const readSettings = (): void => {
    retention.read(db.read).catch((err: unknown) => log.warn({ err }, 'settings not read again'));
  };
  cluster.onMessage((message) => {
    switch (message.kind) {
      case 'tree-changed':
        return changes.receive(message.change);
      case 'job-changed':
        return jobs.receive(message.userId, message.change);
      case 'history-changed':
        return history.receive(message.userId);
      case 'settings-changed':
        return readSettings();
      case 'job-asked':
      case 'upload-wanted':
      case 'counted':
        // Others subscribe to these.
        return;
    }
  });
  cluster.onMissed(() => {
    changes.receive({ kind: 'changed-below', path: ROOT });
    readSettings();
  });
}
