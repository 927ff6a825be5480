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

/** The operator's own where there is one. */
export function logoUrl(): string {
  const { StaticURL, ImageSuffix = '' } = pageConfig();
  return `${StaticURL}/img/logo.svg${ImageSuffix}`;
}

/** Nobody is asked for a name and a password: the server, or a proxy before it, knows who it is. */
export function signsInByItself(): boolean {
  const { LoginPage, NoAuth } = pageConfig();
  return NoAuth || !LoginPage;
}

const listeners = new Set<() => void>();

/** For as long as this page is open: an administrator has changed what the server tells it. */
export function changePageConfig(changes: Partial<PageConfig>): void {
  window.FileBrowser = { ...window.FileBrowser, ...changes };
  for (const listener of listeners) listener();
}

/** Calls after every change. Returns how to stop that. */
export function onPageConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
