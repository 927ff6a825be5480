import purifier, { type Config } from 'dompurify';
import { headingIds, ID_PREFIX } from './heading-id.ts';
import { type LinkTarget, linkTarget } from './link-target.ts';

/** How a document names what lies beside it. */
export interface DocumentPlace {
  /** The folder that holds the document, with a slash at its end. */
  readonly folder: string;
  /** The address of the page that shows a file or a folder; undefined where the reader can reach none. */
  pageOf(path: string): string | undefined;
  /** The address of a picture's bytes; undefined where the reader can reach none. */
  pictureOf(path: string): string | undefined;
}

/** Only these: what is not text, a list, a table or a picture has no place in a document that a stranger wrote. */
const TAGS =
  'a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub ' +
  'summary sup table tbody td tfoot th thead time tr tt u ul var wbr';
/** No class, style or event handler; an id or a name gets a prefix of its own. */
const ATTRIBUTES =
  'align alt checked colspan datetime dir disabled headers height href id lang name open reversed rowspan scope span ' +
  'src start title type valign value width';

const RULES: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Parsed once: HTML that changes its meaning when it is read again never is.
  RETURN_DOM_FRAGMENT: true,
  SANITIZE_DOM: true,
};

/** HTML that a stranger wrote, as elements that run, load and frame nothing, with links and pictures led to where they lie. */
export function safeDocument(html: string, place: DocumentPlace): DocumentFragment {
  // The cast is what RETURN_DOM_FRAGMENT promises.
  const document = purifier.sanitize(html, RULES) as unknown as DocumentFragment;
  for (const element of document.querySelectorAll('[id], [name]')) prefixNames(element);
  nameHeadings(document);
  for (const box of document.querySelectorAll('input')) settleTask(box);
  for (const image of document.querySelectorAll('img')) settleImage(image, place);
  for (const link of document.querySelectorAll('a')) settleLink(link, place);
  for (const table of document.querySelectorAll('table')) letScroll(framed(table));
  for (const code of document.querySelectorAll('pre')) letScroll(code);
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

/** A task's box can be seen, not ticked; nothing else that takes input stays. */
function settleTask(box: HTMLInputElement): void {
  if (box.type !== 'checkbox') return box.remove();
  box.disabled = true;
  box.removeAttribute('id');
  box.setAttribute('aria-label', (box.parentElement?.textContent ?? '').trim().slice(0, 200));
}

function settleImage(image: HTMLImageElement, place: DocumentPlace): void {
  const written = image.getAttribute('src') ?? '';
  if (/^data:image\//i.test(written)) return;
  const target = linkTarget(written, place.folder);
  const address = target?.kind === 'file' ? place.pictureOf(target.path) : undefined;
  if (address === undefined) return standIn(image, target);
  image.src = address;
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
}

/** Pictures of other sites would tell them who reads this: their words stand there instead. */
function standIn(image: HTMLImageElement, target: LinkTarget | undefined): void {
  const words = image.ownerDocument.createElement('span');
  words.textContent = image.alt || image.title;
  words.dataset['part'] = 'picture';
  if (target?.kind === 'outside') words.title = target.url;
  image.replaceWith(words);
}

/** Links out open beside this page and learn nothing of it; those to files say which in `data-path`. */
function settleLink(link: HTMLAnchorElement, place: DocumentPlace): void {
  const written = link.getAttribute('href');
  if (written === null) return;
  const target = linkTarget(written, place.folder);
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
      leadToFile(link, target.path, place);
      break;
  }
}

function leadToFile(link: HTMLAnchorElement, path: string, place: DocumentPlace): void {
  const address = place.pageOf(path);
  if (address === undefined) return link.removeAttribute('href');
  link.href = address;
  link.dataset['path'] = path;
}

/** What is wider than the column scrolls by itself, by keys and by a finger that turns no pages meanwhile. */
function letScroll(wide: HTMLElement): void {
  wide.tabIndex = 0;
  wide.dataset['ownGestures'] = '';
}

function framed(table: HTMLTableElement): HTMLElement {
  const frame = table.ownerDocument.createElement('div');
  frame.dataset['part'] = 'table';
  table.replaceWith(frame);
  frame.append(table);
  return frame;
}
