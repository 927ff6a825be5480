import { GROUP_HEADER } from '#contract/history.ts';

/** Returns the header that makes the requests of one action a single entry of the history, so that they are undone together. */
export function groupHeader(group: string | undefined): Record<string, string> {
  return group === undefined ? {} : { [GROUP_HEADER]: group };
}
