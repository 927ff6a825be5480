// Lets Node run the TypeScript sources, also in the threads they start: given as `--import`, which threads
// inherit. `--import tsx` itself does nothing in a thread on Node 20.
import { register } from 'tsx/esm/api';

register();
