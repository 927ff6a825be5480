import type { PageConfig } from '#contract/page-config.ts';
import type { FeatureSwitches } from '../../config/config.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';

export interface PageFacts {
  readonly baseUrl: string;
  readonly version: string;
  readonly switches: FeatureSwitches;
}

/** What the page is told before its first request (WIRE.md 1.1), from the settings as they are now. */
export function pageConfigOf(
  { baseUrl, version, switches }: PageFacts,
  settings: StoredGlobalSettings,
  auth: AuthSettings,
): PageConfig {
  const { branding, authMethod } = settings;
  const captcha = authMethod === 'json' ? (auth.recaptcha ?? undefined) : undefined;
  return {
    AuthMethod: authMethod,
    BaseURL: baseUrl,
    CSS: false,
    Color: branding.color,
    DisableExternal: branding.disableExternal,
    DisableUsedPercentage: branding.disableUsedPercentage,
    EnableExec: switches.exec,
    EnableThumbs: switches.thumbnails,
    HideLoginButton: settings.hideLoginButton,
    LoginPage: authMethod === 'json' || authMethod === 'hook',
    LogoutPage: settings.logoutPage,
    Name: branding.name,
    NoAuth: authMethod === 'noauth',
    ReCaptcha: captcha !== undefined && captcha.key !== '' && captcha.secret !== '',
    ...(captcha && { ReCaptchaHost: captcha.host, ReCaptchaKey: captcha.key }),
    ResizePreview: switches.resizePreview,
    Signup: settings.signup,
    StaticURL: `${baseUrl}/static`,
    Theme: branding.theme,
    TusSettings: settings.tus,
    Version: version,
  };
}
