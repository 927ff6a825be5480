import { serveTasks } from '../../../lib/serve-tasks.ts';
import { stepBehindOthers } from '../../../lib/background-thread.ts';
import { hashFile } from './hash-file.ts';
import { fromNodeError } from '../node-error.ts';

const tasks = { hashFile };
export type HashTasks = typeof tasks;

stepBehindOthers();
serveTasks(tasks, fromNodeError);
