/** The global the index page assigns the configuration to, as clients of the predecessor expect it. */
export const PAGE_CONFIG_GLOBAL = 'FileBrowser';

/** What the server tells the page before its first request (WIRE.md 1.1). Computed per request. */
export interface PageConfig {
  readonly AuthMethod: 'json' | 'noauth' | 'proxy' | 'hook';
  /** Without a slash at the end; '' at the root of a host. */
  readonly BaseURL: string;
  /** A custom.css of the branding folder is there. */
  readonly CSS: boolean;
  readonly Color: string;
  readonly DisableExternal: boolean;
  readonly DisableUsedPercentage: boolean;
  readonly EnableExec: boolean;
  readonly EnableThumbs: boolean;
  readonly HideLoginButton: boolean;
  readonly LoginPage: boolean;
  readonly LogoutPage: string;
  readonly Name: string;
  readonly NoAuth: boolean;
  readonly ReCaptcha: boolean;
  readonly ReCaptchaHost?: string;
  readonly ReCaptchaKey?: string;
  readonly ResizePreview: boolean;
  readonly Signup: boolean;
  readonly StaticURL: string;
  readonly Theme: '' | 'light' | 'dark';
  readonly TusSettings: { readonly chunkSize: number; readonly retryCount: number };
  readonly Version: string;
}
