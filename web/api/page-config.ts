import type { PageConfig } from '#contract/page-config.ts';

declare global {
  interface Window {
    /** Set by the server before any module runs. */
    FileBrowser: PageConfig;
  }
}

/** What the server told the page before its first request. */
export function pageConfig(): PageConfig {
  return window.FileBrowser;
}

/** The operator's name for this installation. */
export function productName(): string {
  return pageConfig().Name || 'File Browser';
}
