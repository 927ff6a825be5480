import { Activity } from '../../features/activity/activity.tsx';
import { UndoHandler } from '../../features/history/undo/undo-handler.tsx';

/** Live updates, jobs and undo, which stay active while the user moves between pages. */
export function ActivityHost({ folder }: { folder: string | undefined }) {
  return (
    <>
      <Activity folder={folder} />
      <UndoHandler />
    </>
  );
}
