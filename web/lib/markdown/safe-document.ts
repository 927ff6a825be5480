import purifier, { type Config } from 'dompurify';
import { headingIds, ID_PREFIX } from './heading-id.ts';
import { type LinkTarget, linkTarget } from './link-target.ts';

/** Resolves links and images of a document. */
export interface DocumentLocation {
  /** Folder of the document, with a trailing slash. */
  readonly folder: string;
  /** Returns the page address of a file or folder; undefined if the reader has no access. */
  pageOf(path: string): string | undefined;
  /** Returns the address of an image; undefined if the reader has no access. */
  pictureOf(path: string): string | undefined;
}

/** Allowed elements: text, lists, tables and images. The author of the document is not trusted. */
const TAGS =
  'a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub ' +
  'summary sup table tbody td tfoot th thead time tr tt u ul var wbr';
/** Allowed attributes, without classes, styles and event handlers. Ids and names get a prefix. */
const ATTRIBUTES =
  'align alt checked colspan datetime dir disabled headers height href id lang name open reversed rowspan scope span ' +
  'src start title type valign value width';

const RULES: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Returns nodes, because HTML can change its meaning when it is parsed again.
  RETURN_DOM_FRAGMENT: true,
  SANITIZE_DOM: true,
};

/** Sanitizes untrusted HTML to elements that execute, load and embed nothing, with resolved links and images. */
export function safeDocument(html: string, location: DocumentLocation): DocumentFragment {
  // The cast matches RETURN_DOM_FRAGMENT.
  const document = purifier.sanitize(html, RULES) as unknown as DocumentFragment;
  for (const element of document.querySelectorAll('[id], [name]')) prefixNames(element);
  nameHeadings(document);
  for (const box of document.querySelectorAll('input')) sanitizeTaskBox(box);
  for (const image of document.querySelectorAll('img')) resolveImage(image, location);
  for (const link of document.querySelectorAll('a')) resolveLink(link, location);
  for (const table of document.querySelectorAll('table')) makeScrollable(wrapInFrame(table));
  for (const code of document.querySelectorAll('pre')) makeScrollable(code);
  return document;
}

function prefixNames(element: Element): void {
  const id = element.getAttribute('id') ?? element.getAttribute('name');
  element.removeAttribute('name');
  element.setAttribute('id', ID_PREFIX + id);
}

function nameHeadings(document: DocumentFragment): void {
  const idOf = headingIds();
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const id = idOf(heading.textContent);
    if (!heading.id) heading.id = ID_PREFIX + id;
  }
}

/** Makes task check boxes read-only and removes all other inputs. */
function sanitizeTaskBox(box: HTMLInputElement): void {
  if (box.type !== 'checkbox') return box.remove();
  box.disabled = true;
  box.removeAttribute('id');
  box.setAttribute('aria-label', (box.parentElement?.textContent ?? '').trim().slice(0, 200));
}

function resolveImage(image: HTMLImageElement, location: DocumentLocation): void {
  const written = image.getAttribute('src') ?? '';
  if (/^data:image\//i.test(written)) return;
  const target = linkTarget(written, location.folder);
  const address = target?.kind === 'file' ? location.pictureOf(target.path) : undefined;
  if (address === undefined) return replaceByText(image, target);
  image.src = address;
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
}

/** Replaces images of other sites by their text, because loading them would reveal the reader. */
function replaceByText(image: HTMLImageElement, target: LinkTarget | undefined): void {
  const text = image.ownerDocument.createElement('span');
  text.textContent = image.alt || image.title;
  text.dataset['part'] = 'picture';
  if (target?.kind === 'outside') text.title = target.url;
  image.replaceWith(text);
}

/** Opens external links in a new tab without referrer. Links to files carry the path in `data-path`. */
function resolveLink(link: HTMLAnchorElement, location: DocumentLocation): void {
  const written = link.getAttribute('href');
  if (written === null) return;
  const target = linkTarget(written, location.folder);
  if (target === undefined) return link.removeAttribute('href');
  switch (target.kind) {
    case 'here':
      link.href = `#${ID_PREFIX}${encodeURIComponent(target.fragment)}`;
      link.dataset['fragment'] = target.fragment;
      break;
    case 'outside':
      link.href = target.url;
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
      break;
    case 'file':
      linkToFile(link, target.path, location);
      break;
  }
}

function linkToFile(link: HTMLAnchorElement, path: string, location: DocumentLocation): void {
  const address = location.pageOf(path);
  if (address === undefined) return link.removeAttribute('href');
  link.href = address;
  link.dataset['path'] = path;
}

/** Makes wide content scrollable by keyboard and touch, without swiping to another file. */
function makeScrollable(wide: HTMLElement): void {
  wide.tabIndex = 0;
  wide.dataset['ownGestures'] = '';
}

function wrapInFrame(table: HTMLTableElement): HTMLElement {
  const frame = table.ownerDocument.createElement('div');
  frame.dataset['part'] = 'table';
  table.replaceWith(frame);
  frame.append(table);
  return frame;
}
