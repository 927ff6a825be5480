import { workerData } from 'node:worker_threads';
import { type Progress, serveTasks, type Task } from '../../../lib/serve-tasks.ts';
import type { ArchiveRequest } from '../../archives/archive-source.ts';
import { fromNodeError } from '../node-error.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { archiveTask } from './archive-task.ts';

// LocalArchives starts this worker with the descriptor of its root.
const root = workerData as RootDescriptor;

const tasks = {
  archive: (request: ArchiveRequest, progress: Progress): Task<void> =>
    archiveTask(root, request, progress),
};
export type ArchiveTasks = typeof tasks;

serveTasks(tasks, fromNodeError);
