import { BUILD_HEADER } from '#contract/page-build.ts';
import { createStore } from 'zustand/vanilla';
import { pageConfig } from './page-config.ts';

/** `isOther` is true once the server provides another build than this page. */
export const serverBuild = createStore<{ readonly isOther: boolean }>(() => ({ isOther: false }));

/** Compares the build header of a response with this page. */
export function noteBuild({ headers }: Response): void {
  const build = headers.get(BUILD_HEADER);
  if (build === null) return;
  const isOther = build !== pageConfig().Build;
  if (isOther !== serverBuild.getState().isOther) serverBuild.setState({ isOther });
}
