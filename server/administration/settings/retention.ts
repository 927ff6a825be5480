import { RETENTION_NAMES, type RetentionName, type RetentionSettings } from '#contract/settings.ts';
import type { Config, TrashConfig, VersionConfig } from '../../config/config.ts';
import { readValues } from '../../config/read-values.ts';
import { DAY_MS } from '../../config/setting-types.ts';
import { fromStored } from '../../config/sources.ts';
import { AppError } from '../../errors.ts';
import type { Database, Reader } from '../../metadata/database.ts';
import { readServerSettings, updateServerSettings } from '../../metadata/settings.ts';

type Changeable<Config> = { -readonly [Name in keyof Config]: Config[Name] };

/**
 * The settings of the trash and of versions in effect. Administrators change them while the server runs, so `trash` and `versions` are read
 * at each use. What a flag, a variable or the configuration file sets stays as it is until the server starts without it.
 */
export class Retention {
  readonly fixed: readonly RetentionName[];
  readonly #trash: Changeable<TrashConfig>;
  readonly #versions: Changeable<VersionConfig>;
  /** Called when an administrator has changed the settings here. */
  onChanged: () => void = () => undefined;

  constructor({
    trash,
    versions,
    fixedSettings,
  }: Pick<Config, 'trash' | 'versions' | 'fixedSettings'>) {
    this.fixed = fixedSettings;
    this.#trash = { ...trash };
    this.#versions = { ...versions };
  }

  get trash(): TrashConfig {
    return this.#trash;
  }

  get versions(): VersionConfig {
    return this.#versions;
  }

  settings(): RetentionSettings {
    return {
      trash: this.#trash.isOn,
      trashRetention: this.#trash.retentionMs / DAY_MS,
      trashLimit: this.#trash.limitPercent,
      versions: this.#versions.isOn,
      versionLimit: this.#versions.mostPerFile,
      versionRetention: this.#versions.retentionMs / DAY_MS,
    };
  }

  /** Throws `invalid-request` for a change of a fixed setting. Its present value is accepted, because clients send all settings back. */
  requireChangeable(changes: Partial<RetentionSettings>): void {
    const now = this.settings();
    const wrong = RETENTION_NAMES.find(
      (name) =>
        this.fixed.includes(name) && changes[name] !== undefined && changes[name] !== now[name],
    );
    if (wrong !== undefined) {
      throw new AppError(
        'invalid-request',
        `retention.${wrong}: is set by a flag, a variable or the configuration file`,
      );
    }
  }

  /** Stores the changes and uses them from now on. Returns the names of settings that had another value. */
  async change(db: Database, changes: Partial<RetentionSettings>): Promise<RetentionName[]> {
    this.requireChangeable(changes);
    const before = this.settings();
    const after = { ...before, ...changes };
    const changed = RETENTION_NAMES.filter((name) => after[name] !== before[name]);
    if (changed.length === 0) return [];
    const record = Object.fromEntries(changed.map((name) => [name, storedValue(after, name)]));
    await db.write((tx) => updateServerSettings(tx, (stored) => ({ ...stored, ...record })));
    // Another change may have come into effect meanwhile.
    this.#use({ ...this.settings(), ...changes });
    this.onChanged();
    return changed;
  }

  /** Uses the stored settings, which another server has changed. */
  async read(db: Reader): Promise<void> {
    const { values } = readValues(fromStored(await readServerSettings(db)));
    const stored: RetentionSettings = {
      trash: values.trash,
      trashRetention: values.trashRetention / DAY_MS,
      trashLimit: values.trashLimit,
      versions: values.versions,
      versionLimit: values.versionLimit,
      versionRetention: values.versionRetention / DAY_MS,
    };
    const fixed = Object.entries(this.settings()).filter(([name]) =>
      this.fixed.some((each) => each === name),
    );
    this.#use({ ...stored, ...Object.fromEntries(fixed) });
  }

  #use(settings: RetentionSettings): void {
    Object.assign(this.#trash, {
      isOn: settings.trash,
      retentionMs: settings.trashRetention * DAY_MS,
      limitPercent: settings.trashLimit,
    } satisfies TrashConfig);
    Object.assign(this.#versions, {
      isOn: settings.versions,
      mostPerFile: settings.versionLimit,
      retentionMs: settings.versionRetention * DAY_MS,
    } satisfies VersionConfig);
  }
}

/** Returns a value as the configuration reads it: durations with their unit. */
function storedValue(settings: RetentionSettings, name: RetentionName): unknown {
  const isDuration = name === 'trashRetention' || name === 'versionRetention';
  return isDuration ? `${settings[name]}d` : settings[name];
}
