import { GROUP_HEADER } from '#contract/history.ts';

/** Returns the header by which the requests of one action are undone together. */
export function groupHeader(group: string | undefined): Record<string, string> {
  return group === undefined ? {} : { [GROUP_HEADER]: group };
}
