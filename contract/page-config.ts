/** The global the index page assigns the configuration to, as clients of the predecessor expect it. */
export const PAGE_CONFIG_GLOBAL = 'FileBrowser';

/** What the server tells the page before its first request (compatibility.md 1.1). Computed per request. */
export interface PageConfig {
  readonly AuthMethod: 'json' | 'noauth' | 'proxy' | 'hook';
  /** Without a slash at the end; '' at the root of a host. */
  readonly BaseURL: string;
  /** Which build of the page this is; not there in development (contract/page-build.ts). */
  readonly Build?: string;
  /** A custom.css of the branding folder is there. */
  readonly CSS: boolean;
  readonly Color: string;
  readonly DisableExternal: boolean;
  readonly DisableUsedPercentage: boolean;
  /** Commands can be run, by those who may. */
  readonly EnableExec: boolean;
  /** Command lines are given to a shell: whoever may run one may run every one. */
  readonly ShellAccess: boolean;
  readonly EnableThumbs: boolean;
  readonly HideLoginButton: boolean;
  /**
   * Behind the addresses of pictures below `StaticURL`/img: with a branding folder they are others, so that no cache takes
   * the built-in ones for its own. Not there without one.
   */
  readonly ImageSuffix?: string;
  readonly LoginPage: boolean;
  readonly LogoutPage: string;
  readonly Name: string;
  readonly NoAuth: boolean;
  readonly ReCaptcha: boolean;
  readonly ReCaptchaHost?: string;
  readonly ReCaptchaKey?: string;
  readonly ResizePreview: boolean;
  readonly Signup: boolean;
  /** How short a password may be, so that the page can say it beforehand. Bytes. */
  readonly MinimumPasswordLength: number;
  readonly StaticURL: string;
  readonly Theme: '' | 'light' | 'dark';
  readonly TusSettings: { readonly chunkSize: number; readonly retryCount: number };
  readonly Version: string;
}
