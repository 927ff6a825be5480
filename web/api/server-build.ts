import { BUILD_HEADER } from '#contract/page-build.ts';
import { createStore } from 'zustand/vanilla';
import { pageConfig } from './page-config.ts';

/** Whether the server hands out another build of the page than this one by now. */
export const serverBuild = createStore<{ readonly isOther: boolean }>(() => ({ isOther: false }));

/** Every answer may tell. */
export function noteBuild({ headers }: Response): void {
  const told = headers.get(BUILD_HEADER);
  if (told === null) return;
  const isOther = told !== pageConfig().Build;
  if (isOther !== serverBuild.getState().isOther) serverBuild.setState({ isOther });
}
