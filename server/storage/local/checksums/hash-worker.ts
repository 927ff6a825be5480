import { serveTasks } from '../../../lib/serve-tasks.ts';
import { lowerThreadPriority } from '../../../lib/background-thread.ts';
import { hashFile } from './hash-file.ts';
import { fromNodeError } from '../node-error.ts';

const tasks = { hashFile };
export type HashTasks = typeof tasks;

lowerThreadPriority();
serveTasks(tasks, fromNodeError);
