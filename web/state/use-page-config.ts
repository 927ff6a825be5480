import type { PageConfig } from '#contract/page-config.ts';
import { useSyncExternalStore } from 'react';
import { onPageConfig, pageConfig, productName } from '../api/page-config.ts';

/** What the server told the page, as it is now: for what is on the screen while an administrator changes it. */
export function usePageConfig(): PageConfig {
  return useSyncExternalStore(onPageConfig, pageConfig);
}

/** The operator's name for this installation, as it is now. */
export function useProductName(): string {
  return useSyncExternalStore(onPageConfig, productName);
}
