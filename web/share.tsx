import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { pageConfig } from './api/page-config.ts';
import { PublicShare } from './features/public-share/public-share.tsx';
import { startI18n } from './i18n/i18n.ts';
import { firstSupported } from './i18n/languages.ts';
import words from './i18n/languages/en.json?part=link';
import { loadShareLanguage } from './i18n/share-language.ts';
import { refuseDrops } from './lib/refuse-drops.ts';
import { startTheme } from './state/theme.ts';
import { followKeyboard } from './ui/follow-keyboard.ts';
import { loadBrandColour } from './ui/load-brand-colour.ts';
import { startTypeface } from './ui/start-typeface.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no element for what is shared.');

startTheme(pageConfig().Theme);
const dressed = loadBrandColour(pageConfig().Color);
startI18n(words);
refuseDrops();
followKeyboard();

const language = firstSupported(navigator.languages);
const typeface = startTypeface(language);

const show = () => createRoot(root).render(<PublicShare />);
// English is available if the visitor's language cannot be loaded.
Promise.all([loadShareLanguage(language), dressed, typeface]).then(show, show);
