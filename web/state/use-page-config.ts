import type { PageConfig } from '#contract/page-config.ts';
import { useSyncExternalStore } from 'react';
import { onPageConfig, pageConfig, productName } from '../api/page-config.ts';

/** Returns the configuration of the page and follows its changes. */
export function usePageConfig(): PageConfig {
  return useSyncExternalStore(onPageConfig, pageConfig);
}

/** Returns the current name of this installation. */
export function useProductName(): string {
  return useSyncExternalStore(onPageConfig, productName);
}
