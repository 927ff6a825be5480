import type { Config } from './config.ts';
import type { SettingValues } from './settings.ts';

/** Parts of the configuration that depend on the machine and on files. */
export interface MachineConfig extends Pick<
  Config,
  'listen' | 'database' | 'storage' | 'root' | 'bucket' | 'log' | 'protectedPaths' | 'fixedSettings'
> {
  readonly cacheDir: string | undefined;
  readonly programEnvironment: Config['programs']['environment'];
  readonly editorTheme: string | undefined;
}

/** Combines the values of the settings and the parts that depend on the machine into the configuration. */
export function configOf(
  values: SettingValues,
  { cacheDir, programEnvironment, editorTheme, ...rest }: MachineConfig,
): Config {
  return {
    ...rest,
    baseUrl: values.baseURL,
    sessions: {
      idleMs: values.tokenExpirationTime,
      maxAgeMs: values.sessionMaxAge,
    },
    users: { requireCurrentPassword: values.requireCurrentPassword },
    uploads: { expiryMs: values.uploadExpiry },
    trash: {
      isOn: values.trash,
      retentionMs: values.trashRetention,
      limitPercent: values.trashLimit,
    },
    versions: {
      isOn: values.versions,
      mostPerFile: values.versionLimit,
      retentionMs: values.versionRetention,
    },
    shares: { recordExpiryMs: values.shareRecordExpiry },
    trust: {
      proxies: values.trustedProxies,
      allowedOrigins: values.allowedOrigins,
      allowRemoteNoauth: values.allowRemoteNoauth,
    },
    watching: {
      monitorToken: values.monitorToken,
      accessLog: values.accessLog,
      audit: {
        recordExpiryMs: values.auditRecordExpiry,
        downloads: values.auditDownloads,
      },
    },
    files: {
      followExternalSymlinks: values.followExternalSymlinks,
      typeDetectionByHeader: !values.disableTypeDetectionByHeader,
    },
    programs: { environment: programEnvironment },
    commands: {
      sandbox: values.commandSandbox,
      network: values.commandNetwork,
      searchPath: values.commandPath,
      timeLimitMs: values.commandTimeLimit,
      mostOutputBytes: values.commandOutputLimit,
      mostProcesses: values.commandProcessLimit,
      atOnce: values.commandsAtOnce,
      recordExpiryMs: values.commandRecordExpiry,
    },
    previews: {
      cacheDir,
      processors: values.imageProcessors,
      resolution: !values.disableImageResolutionCalc,
    },
    features: {
      thumbnails: !values.disableThumbnails,
      resizePreview: !values.disablePreviewResize,
      // The files of a managed store have no paths on this machine.
      exec: !values.disableExec && rest.storage === 'folder',
      shell: values.allowShell,
    },
    firstUser: {
      username: values.username,
      passwordHash: values.password,
      noauth: values.noauth,
      editorTheme,
    },
  };
}
