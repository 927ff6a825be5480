import type { PageConfig } from '#contract/page-config.ts';

declare global {
  interface Window {
    /** Set by the server before any module runs. */
    FileBrowser: PageConfig;
  }
}

const REPORT_ADDRESS = 'https://github.com/filebrowser/filebrowser/issues/new/choose';

/** Returns the configuration that the server rendered into the page. */
export function pageConfig(): PageConfig {
  return window.FileBrowser;
}

/** Returns the name of this installation. */
export function productName(): string {
  return pageConfig().Name || 'File Browser';
}

/** Returns the address of the custom logo, or of the default one. */
export function logoUrl(): string {
  const { StaticURL, ImageSuffix = '' } = pageConfig();
  return `${StaticURL}/img/logo.svg${ImageSuffix}`;
}

/** Returns the address where problems of the product are reported; undefined if the operator hides external links. */
export function reportAddress(): string | undefined {
  return pageConfig().DisableExternal ? undefined : REPORT_ADDRESS;
}

/** Returns true if no credentials are asked for because the server or a proxy identifies the user. */
export function logsInAutomatically(): boolean {
  const { LoginPage, NoAuth } = pageConfig();
  return NoAuth || !LoginPage;
}

const listeners = new Set<() => void>();

/** Changes the configuration of this page after an administrator has changed the settings. */
export function changePageConfig(changes: Partial<PageConfig>): void {
  window.FileBrowser = { ...window.FileBrowser, ...changes };
  for (const listener of listeners) listener();
}

/** Makes the browser request the branding images again. */
export function forgetPictures(): void {
  changePageConfig({ ImageSuffix: `?${Date.now()}` });
}

/** Registers a listener for changes. Returns a function that removes it. */
export function onPageConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
