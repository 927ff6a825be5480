import { Activity } from '../../features/activity/activity.tsx';
import { UndoHandler } from '../../features/history/undo/undo-handler.tsx';

/** Follows the user from page to page: the events of the server, the jobs, and the undo. */
export function ActivityHost({ folder }: { folder: string | undefined }) {
  return (
    <>
      <Activity folder={folder} />
      <UndoHandler />
    </>
  );
}
