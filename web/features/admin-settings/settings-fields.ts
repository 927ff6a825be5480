import type {
  Branding,
  GlobalSettings,
  RetentionSettings,
  SettingsChanges,
  ShownSettings,
  UserDefaults,
} from '#contract/settings.ts';

type OwnFields = Omit<
  GlobalSettings,
  'branding' | 'tus' | 'defaults' | 'authMethod' | 'minimumPasswordLength'
>;

/** All fields of the form, named as in the server's error responses. */
export type SettingsFields = OwnFields & {
  /** Undefined while the input is not a valid number. */
  minimumPasswordLength: number | undefined;
  'tus.chunkSize': number;
  'tus.retryCount': number | undefined;
} & {
  [Name in keyof RetentionSettings as `retention.${Name}`]: RetentionSettings[Name] extends boolean
    ? boolean
    : number | undefined;
} & {
  [Name in keyof Branding as `branding.${Name}`]: Branding[Name];
} & {
  [Name in keyof ShownDefaults as `defaults.${Name}`]: ShownDefaults[Name];
};

type ShownDefaults = Omit<UserDefaults, 'aceEditorTheme'>;

/** Returns the settings as fields of the form. */
export function fieldsOf(settings: ShownSettings): SettingsFields {
  const { branding, tus, retention, defaults, ...own } = settings;
  const { authMethod: _, fixed: _fixed, ...shown } = own;
  const { aceEditorTheme: _2, scope, ...shownDefaults } = defaults;
  return {
    ...shown,
    ...prefixed('branding', branding),
    ...prefixed('tus', tus),
    ...prefixed('retention', retention),
    ...prefixed('defaults', {
      ...shownDefaults,
      scope: scope === '.' || scope === '' ? '/' : scope,
    }),
  };
}

/** Converts changed fields to the nested request body. */
export function settingsChangesOf(fields: Partial<SettingsFields>): SettingsChanges {
  const changes: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [group = '', key] = name.split('.');
    if (key === undefined) changes[name] = value;
    else groups[group] = { ...groups[group], [key]: value };
  }
  return { ...changes, ...groups };
}

/** Returns the settings with stored changes applied. */
export function changedSettings(
  settings: ShownSettings,
  { branding, tus, retention, defaults, ...own }: SettingsChanges,
): ShownSettings {
  return {
    ...settings,
    ...own,
    branding: { ...settings.branding, ...branding },
    tus: { ...settings.tus, ...tus },
    retention: { ...settings.retention, ...retention },
    defaults: {
      ...settings.defaults,
      ...defaults,
      perm: { ...settings.defaults.perm, ...defaults?.perm },
    },
  };
}

type Prefixed<Group extends string, Fields> = {
  [Name in keyof Fields & string as `${Group}.${Name}`]: Fields[Name];
};

function prefixed<Group extends string, Fields extends object>(
  group: Group,
  fields: Fields,
): Prefixed<Group, Fields> {
  const named = Object.entries(fields).map(([name, value]) => [`${group}.${name}`, value]);
  // All names have the prefix that the type states.
  return Object.fromEntries(named) as Prefixed<Group, Fields>;
}
