// Lets Node and its threads run the TypeScript sources. Pass it as `--import`, which threads inherit; `--import tsx` has no
// effect in threads on Node 20.
import { register } from 'tsx/esm/api';

register();
