import { serveTasks } from '../../../lib/serve-tasks.ts';
import { lowerThreadPriority } from '../../../lib/background-thread.ts';
import { hashFile } from './hash-file.ts';
import { hashGrowing } from './hash-growing.ts';
import { fromNodeError } from '../node-error.ts';

const tasks = { hashFile, hashGrowing };
export type HashTasks = typeof tasks;

lowerThreadPriority();
serveTasks(tasks, fromNodeError);
