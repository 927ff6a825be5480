/** YAML exports of the predecessor have the names of its fields in lower case (compatibility.md 9.4), one of them shortened. */
const SHORTENED: Readonly<Record<string, string>> = {
  imageResolutionCalculation: 'imageresolutioncal',
};

const JSON_KEYS = [
  'hideLoginButton',
  'createUserDir',
  'userHomeBasePath',
  'authMethod',
  'logoutPage',
  'minimumPasswordLength',
  'fileMode',
  'dirMode',
  'viewMode',
  'singleClick',
  'redirectAfterCopyMove',
  'hideDotfiles',
  'dateFormat',
  'aceEditorTheme',
  'lockPassword',
  'chunkSize',
  'retryCount',
  'disableExternal',
  'disableUsedPercentage',
  'baseURL',
  'tlsKey',
  'tlsCert',
  'enableThumbnails',
  'resizePreview',
  'enableExec',
  'typeDetectionByHeader',
  'imageResolutionCalculation',
  'authHook',
  'tokenExpirationTime',
  'followExternalSymlinks',
  'trustedProxies',
  'allowedOrigins',
  'allowRemoteNoauth',
  'sessionMaxAge',
  'uploadExpiry',
  'shareRecordExpiry',
  'requireCurrentPassword',
  'allowShell',
  'commandSandbox',
  'commandNetwork',
  'commandPath',
  'commandTimeLimit',
  'commandOutputLimit',
  'commandProcessLimit',
  'commandsAtOnce',
  'commandRecordExpiry',
  'accessLog',
  'auditRecordExpiry',
  'auditDownloads',
];

/** Found out by the predecessor at each start, and written for nothing. */
const MEANS_NOTHING = 'caseinsensitivefs';

const jsonKeys = new Map(JSON_KEYS.map((key) => [yamlKeyOf(key), key]));

export function yamlKeyOf(jsonKey: string): string {
  return SHORTENED[jsonKey] ?? jsonKey.toLowerCase();
}

/** A key that nobody writes in another way stays as it is; undefined for one that JSON exports do not have. */
export function jsonKeyOf(yamlKey: string): string | undefined {
  if (yamlKey === MEANS_NOTHING) return undefined;
  return jsonKeys.get(yamlKey) ?? yamlKey;
}
