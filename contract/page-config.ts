/** Global variable that holds the configuration in the index page, as in File Browser 2. */
export const PAGE_CONFIG_GLOBAL = 'FileBrowser';

/**
 * Configuration that the server puts into the index page. Computed for each request. compatibility.md 1.1 lists the fields of File Browser 2
 * and where their values come from.
 */
export interface PageConfig {
  readonly AuthMethod: 'json' | 'noauth' | 'proxy' | 'hook';
  /** Base path without a trailing slash; '' at the root of a host. */
  readonly BaseURL: string;
  /** Build of this page; absent in development (contract/page-build.ts). */
  readonly Build?: string;
  /** True if the branding folder has a custom.css. */
  readonly CSS: boolean;
  readonly Color: string;
  /** True hides links to other sites. */
  readonly DisableExternal: boolean;
  /** True hides the used disk space. */
  readonly DisableUsedPercentage: boolean;
  /** True if users with the permission can run commands. */
  readonly EnableExec: boolean;
  /** True if command lines are passed to a shell, so that a user who may run one command may run any. */
  readonly ShellAccess: boolean;
  readonly EnableThumbs: boolean;
  readonly HideLoginButton: boolean;
  /** Suffix of the addresses of images below `StaticURL`/img. Keeps cached built-in images apart from those of the branding folder. */
  readonly ImageSuffix?: string;
  /** True if users log in with a name and a password. Otherwise the page logs in by itself. */
  readonly LoginPage: boolean;
  /** Address to which a logout leads; `/login` is the login page. */
  readonly LogoutPage: string;
  /** Set if files are in a managed store, so that commands cannot run. */
  readonly ManagedStore?: true;
  readonly Name: string;
  readonly NoAuth: boolean;
  readonly ReCaptcha: boolean;
  readonly ReCaptchaHost?: string;
  readonly ReCaptchaKey?: string;
  readonly ResizePreview: boolean;
  readonly Signup: boolean;
  /** Minimum length of a password in bytes. As many characters, which the page asks for, are always enough. */
  readonly MinimumPasswordLength: number;
  readonly StaticURL: string;
  readonly Theme: '' | 'light' | 'dark';
  /** True if deleted items go into the trash, where it can take them. */
  readonly Trash: boolean;
  readonly TusSettings: { readonly chunkSize: number; readonly retryCount: number };
  readonly Version: string;
  /** True if replaced files are kept as versions, except in folders for which that is turned off. */
  readonly Versions: boolean;
}
