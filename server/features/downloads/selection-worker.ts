import { serveTasks } from '../../lib/serve-tasks.ts';
import { readSelection } from './read-selection.ts';

const tasks = { readSelection };
export type SelectionTasks = typeof tasks;

serveTasks(tasks);
