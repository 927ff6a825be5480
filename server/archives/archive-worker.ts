import { serveTasks } from '../lib/serve-tasks.ts';
import { fromNodeError } from '../storage/local/node-error.ts';
import { archiveTask } from './archive-task.ts';
import { readSelection } from './read-selection.ts';

const tasks = { archive: archiveTask, readSelection };
export type ArchiveTasks = typeof tasks;

serveTasks(tasks, fromNodeError);
