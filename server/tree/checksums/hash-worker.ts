import { serveTasks } from '../../lib/serve-tasks.ts';
import { stepBehindOthers } from '../../storage/local/background-thread.ts';
import { hashFile } from '../../storage/local/hash-file.ts';
import { fromNodeError } from '../../storage/local/node-error.ts';

const tasks = { hashFile };
export type HashTasks = typeof tasks;

stepBehindOthers();
serveTasks(tasks, fromNodeError);
