import { serveTasks } from '../../lib/serve-tasks.ts';
import { hashFile } from '../../storage/local/hash-file.ts';
import { fromNodeError } from '../../storage/local/node-error.ts';

const tasks = { hashFile };
export type HashTasks = typeof tasks;

serveTasks(tasks, fromNodeError);
