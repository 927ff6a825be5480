/* Parts of a language file, cut out while building: see `languageParts` in vite.config.ts. */

declare module '*.json?part=first' {
  import type { ResourceLanguage } from 'i18next';

  const messages: ResourceLanguage;
  export default messages;
}

declare module '*.json?part=link' {
  import type { ResourceLanguage } from 'i18next';

  const messages: ResourceLanguage;
  export default messages;
}
