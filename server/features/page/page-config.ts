import type { PageConfig } from '#contract/page-config.ts';
import type { FeatureSwitches } from '../../config/config.ts';
import {
  type AuthSettings,
  captchaOf,
  type StoredGlobalSettings,
} from '../../metadata/setting-documents.ts';

export interface PageFacts {
  readonly baseUrl: string;
  readonly version: string;
  readonly build?: string | undefined;
  readonly switches: FeatureSwitches;
  /** True if files are in a managed store. */
  readonly isManaged: boolean;
  /** True if deleted items go into the trash. */
  readonly trash: boolean;
  /** True if replaced files are kept as versions. */
  readonly versions: boolean;
}

export interface BrandingFacts {
  readonly hasCustomCss: boolean;
  /** Time at which the uploaded logo was stored, in Unix milliseconds; undefined without one. */
  readonly logoAt: number | undefined;
}

/** Query for a file that the browser must revalidate each time. Without it, browsers cache the file for a day. */
export const AS_IT_IS_NOW = '?now';

/** Returns the configuration in the page (compatibility.md 1.1), from the present settings. */
export function pageConfigOf(
  { baseUrl, version, build, switches, isManaged, trash, versions }: PageFacts,
  settings: StoredGlobalSettings,
  auth: AuthSettings,
  { hasCustomCss, logoAt }: BrandingFacts,
): PageConfig {
  const { branding, authMethod } = settings;
  const stored = authMethod === 'json' ? auth.recaptcha : null;
  const captcha = authMethod === 'json' ? captchaOf(auth) : undefined;
  return {
    AuthMethod: authMethod,
    BaseURL: baseUrl,
    ...(build !== undefined && { Build: build }),
    CSS: hasCustomCss,
    Color: branding.color,
    DisableExternal: branding.disableExternal,
    DisableUsedPercentage: branding.disableUsedPercentage,
    EnableExec: switches.exec,
    EnableThumbs: switches.thumbnails,
    HideLoginButton: settings.hideLoginButton,
    ...imageSuffix(branding.files, logoAt),
    LoginPage: authMethod === 'json' || authMethod === 'hook',
    LogoutPage: settings.logoutPage,
    ...(isManaged && { ManagedStore: true }),
    MinimumPasswordLength: settings.minimumPasswordLength,
    Name: branding.name,
    NoAuth: authMethod === 'noauth',
    ReCaptcha: captcha !== undefined,
    ...(stored && { ReCaptchaHost: captcha?.host ?? stored.host, ReCaptchaKey: stored.key }),
    ResizePreview: switches.resizePreview,
    ShellAccess: switches.exec && switches.shell && settings.shell.length > 0,
    Signup: settings.signup,
    StaticURL: `${baseUrl}/static`,
    Theme: branding.theme,
    Trash: trash,
    TusSettings: settings.tus,
    Version: version,
    Versions: versions,
  };
}

/** Returns the query of images that may differ from the built-in ones. */
function imageSuffix(folder: string, logoAt: number | undefined): Pick<PageConfig, 'ImageSuffix'> {
  if (folder !== '') return { ImageSuffix: AS_IT_IS_NOW };
  return logoAt === undefined ? {} : { ImageSuffix: `?${logoAt}` };
}
