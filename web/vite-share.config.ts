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
  withoutSchemas,
} from './vite.config.ts';
import { staticImports } from './vite-chunks.config.ts';

/** Libraries of the initial view. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|i18next|zustand|use-sync-external-store)[\\/]/;

const PDF_LIBRARY = /[\\/](?:node_modules[\\/]pdfjs-dist|web[\\/]ui[\\/]pdf[\\/]load-pdf\.ts)/;

/** Files of pdf.js and of the typeface, which the main page has under the same names. */
const SAME_AS_MAIN = /\.(?:mjs|bcmap|pfb|ttf|wasm|woff2)$/;

/**
 * Build of the share page for visitors without an account. It is separate from the main build, so that neither
 * affects the chunks of the other.
 */
export default defineConfig({
  ...BOTH_PAGES,
  plugins: [react(), languageParts(), customMedia(), layersInOrder(), withoutSchemas()],
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
        assetFileNames: ({ names }) =>
          `${SAME_AS_MAIN.test(names[0] ?? '') ? 'assets' : 'assets/share'}/[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'libraries', test: ALWAYS_LOADED },
            { name: 'load-pdf', test: PDF_LIBRARY },
            staticImports('start', join(import.meta.dirname, 'share.tsx')),
          ],
        },
      },
    },
  },
});
