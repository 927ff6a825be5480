import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import {
  BOTH_BUILDS,
  BOTH_PAGES,
  FLOOR,
  languageParts,
  layersInOrder,
  SCHEMAS,
} from './vite.config.ts';

/** What the page shows first, whatever a link leads to. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|i18next|zustand|use-sync-external-store)[\\/]/;

/**
 * The page of a link, for people without an account: built apart from the product's, and beside it, so that neither
 * has a chunk because of the other.
 */
export default defineConfig({
  ...BOTH_PAGES,
  plugins: [react(), languageParts(), layersInOrder()],
  build: {
    ...BOTH_BUILDS,
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets/share',
    manifest: '.vite/share-manifest.json',
    modulePreload: {
      polyfill: false,
      // What the first view needs is asked for at once: each round trip is felt on a telephone.
      resolveDependencies: (_part, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: join(import.meta.dirname, 'share.html'),
      treeshake: { manualPureFunctions: SCHEMAS },
      output: {
        codeSplitting: { groups: [{ name: 'libraries', test: ALWAYS_LOADED }, FLOOR] },
      },
    },
  },
});
