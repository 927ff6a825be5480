import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import {
  BOTH_BUILDS,
  BOTH_PAGES,
  customMedia,
  languageParts,
  layersInOrder,
  SCHEMAS,
  staticImports,
} from './vite.config.ts';

/** Libraries of the initial view. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|i18next|zustand|use-sync-external-store)[\\/]/;

/**
 * Build of the share page for visitors without an account. It is separate from the main build, so that neither
 * affects the chunks of the other.
 */
export default defineConfig({
  ...BOTH_PAGES,
  plugins: [react(), languageParts(), customMedia(), layersInOrder()],
  build: {
    ...BOTH_BUILDS,
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets/share',
    manifest: '.vite/share-manifest.json',
    modulePreload: {
      polyfill: false,
      // Preloads what the initial view needs, because each round trip is noticeable on phones.
      resolveDependencies: (_part, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: join(import.meta.dirname, 'share.html'),
      treeshake: { manualPureFunctions: SCHEMAS },
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: ALWAYS_LOADED },
            staticImports('start', join(import.meta.dirname, 'share.tsx')),
          ],
        },
      },
    },
  },
});
