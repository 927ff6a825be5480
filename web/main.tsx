import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { pageConfig } from './api/page-config.ts';
import { App } from './app/app.tsx';
import { prefetchFirstFolder } from './app/first-folder.ts';
import { createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';
import { findableAddress } from './lib/path-codec.ts';
import { startSession } from './state/session.ts';
import { startTheme } from './state/theme.ts';
import { applyBrandColour } from './ui/brand-colour.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for the application.');

const findable = findableAddress(window.location.pathname);
if (findable !== window.location.pathname) {
  window.history.replaceState(null, '', findable + window.location.search);
}

startTheme(pageConfig().Theme);
applyBrandColour(pageConfig().Color);
startI18n();
startSession();

const queries = createQueryClient();
prefetchFirstFolder(queries, window.location.pathname);
createRoot(root).render(<App router={createRouter(pageConfig().BaseURL)} queries={queries} />);
