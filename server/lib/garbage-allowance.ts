import { setFlagsFromString } from 'node:v8';

/** Growth of the heap, in percent of what is in use, after which V8 collects garbage while it is allowed. */
const GROWTH_PERCENT = 400;

let holders = 0;

/**
 * Lets V8 keep more garbage until the returned function is called, for work that receives large bodies. Node allocates a new buffer for each piece
 * of a body. V8 adds these buffers to its heap and decides by the size of the heap when to collect: with ours, after every 12 MB of a body,
 * although marking all objects frees nothing else. That took two thirds of the processor time of an upload. The allowance costs up to 20 MB of
 * memory, and applies to all threads.
 */
export function allowGarbage(): () => void {
  holders += 1;
  if (holders === 1) setGrowth(GROWTH_PERCENT);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    if (holders === 0) setGrowth(0);
  };
}

/** Sets the growth after which V8 collects, which it reads at the end of each collection. With 0, V8 decides by itself. */
function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
