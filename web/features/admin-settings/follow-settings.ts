import type { GlobalSettings } from '#contract/settings.ts';
import { changePageConfig } from '../../api/page-config.ts';
import { followConfiguredTheme } from '../../state/theme.ts';
import { applyBrandColour } from '../../ui/brand-colour.ts';

/** This page becomes what it would be if it were loaded now. */
export function followSettings(settings: GlobalSettings): void {
  const { branding, shell } = settings;
  changePageConfig({
    Color: branding.color,
    DisableExternal: branding.disableExternal,
    DisableUsedPercentage: branding.disableUsedPercentage,
    HideLoginButton: settings.hideLoginButton,
    MinimumPasswordLength: settings.minimumPasswordLength,
    Name: branding.name,
    ...(shell.length === 0 && { ShellAccess: false }),
    Signup: settings.signup,
    Theme: branding.theme,
    TusSettings: settings.tus,
  });
  applyBrandColour(branding.color);
  followConfiguredTheme(branding.theme);
}

/** The pictures may be those of another folder: the browser is to ask for them anew. */
export function forgetPictures(): void {
  changePageConfig({ ImageSuffix: `?${Date.now()}` });
}
