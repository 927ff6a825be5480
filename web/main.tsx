import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { pageConfig } from './api/page-config.ts';
import { App } from './app/app.tsx';
import { prefetchFirstFolder } from './app/first-folder.ts';
import { createQueryClient } from './app/query-client.ts';
import { wantedLanguage } from './app/follow-language.ts';
import { createRouter } from './app/router.tsx';
import en from './i18n/languages/en.json?part=first';
import { startI18n } from './i18n/i18n.ts';
import { loadLanguage } from './i18n/messages.ts';
import { findableAddress } from './lib/path-codec.ts';
import { refuseDrops } from './lib/refuse-drops.ts';
import { startSession } from './state/session.ts';
import { startTheme } from './state/theme.ts';
import { followKeyboard } from './ui/follow-keyboard.ts';
import { loadBrandColour } from './ui/load-brand-colour.ts';
import { startTypeface } from './ui/start-typeface.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no element for the application.');

const findable = findableAddress(window.location.pathname);
if (findable !== window.location.pathname) {
  window.history.replaceState(null, '', findable + window.location.search);
}

startTheme(pageConfig().Theme);
const dressed = loadBrandColour(pageConfig().Color);
startI18n(en);
startSession();
refuseDrops();
followKeyboard();

const queries = createQueryClient();
prefetchFirstFolder(queries, window.location.pathname);
const router = createRouter(pageConfig().BaseURL);
const language = wantedLanguage();
const show = () => createRoot(root).render(<App router={router} queries={queries} />);
// English is available if another language cannot be loaded.
Promise.all([loadLanguage(language), dressed, startTypeface(language)]).then(show, show);
