import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What every screen needs. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|use-sync-external-store|@tanstack[\\/](?:query-core|react-query))[\\/]/;

/*
 * The built page works under any base path, chosen when it is served. The server replaces in index.html:
 *
 *   <!--FB_HEAD-->       what must run before any module: a script (with the page's nonce) that sets
 *                        window.FileBrowser (contract/page-config.ts) and window.__prependStaticUrl(url)
 *   __FB_TITLE__         the product name, escaped
 *   __FB_THEME_COLOR__   the accent colour, escaped
 *   __FB_LOCALE__        the language of the page, as a BCP 47 tag
 *   /__FB_STATIC__/      the static URL with a slash at the end, at every asset in the HTML
 *
 * Scripts find lazy chunks through window.__prependStaticUrl; style sheets find theirs relatively.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__FB_STATIC__/',
  plugins: [react(), layersInOrder()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // A data: URL in a style sheet or a script would need a hole in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    // Browsers with popover, :dir() and color-mix(); older ones would be sent poor imitations of the styles.
    target: ['chrome120', 'firefox128', 'safari17.4'],
    rolldownOptions: {
      // The contract's schemas are for the server: the page takes their types and the URL builders only.
      treeshake: { manualPureFunctions: ['z', 'Entry', 'Operation', 'OperationOutcome', 'User'] },
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so that a new release of ours leaves most of it in the browser's cache.
            { name: 'libraries', test: ALWAYS_LOADED },
            // Too small to be fetched piece by piece.
            {
              name: 'floor',
              test: /[\\/](?:contract|web[\\/](?:api|i18n|lib))[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  experimental: {
    renderBuiltUrl(filename, { hostType }) {
      if (hostType === 'js') {
        return { runtime: `window.__prependStaticUrl(${JSON.stringify(filename)})` };
      }
      return hostType === 'css' ? { relative: true } : undefined;
    },
  },
});

/**
 * Every style sheet says the order of the layers for itself: they arrive in any order, and the
 * minifier drops the statement of `ui/tokens.css`, after which the first to arrive would decide.
 */
function layersInOrder(): Plugin {
  const order = '@layer reset,tokens,base,ui,features,app;';
  return {
    name: 'layers-in-order',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = `${order}${String(file.source)}`;
      }
    },
  };
}
