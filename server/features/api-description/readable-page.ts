import { escapeHtml } from '../../lib/escape-html.ts';
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from './document.ts';
import { schemaHtml } from './schema-html.ts';

/** Returns the document as an HTML page for people, without scripts. */
export function readablePage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const calls = callsOf(document);
  const sections = tags.map(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return `<section aria-labelledby="${anchorOf(name)}"><h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2>${own.map(callHtml).join('')}</section>`;
  });
  const links = [...tags.map(({ name }) => name), SHAPES].map(
    (name) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`,
  );
  const title = `${info.title} ${info.version}: interface for programs`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>
<main>
<h1>${escapeHtml(info.title)}</h1>
<p class="lead">The interface for programs, version ${escapeHtml(info.version)}. The same as <a href="openapi.json">OpenAPI document</a>.</p>
${paragraphs(info.description)}
${sections.join('\n')}
<section aria-labelledby="${anchorOf(SHAPES)}"><h2 id="${anchorOf(SHAPES)}">${SHAPES}</h2>${Object.entries(components.schemas).map(shapeHtml).join('')}</section>
</main>
</body>
</html>
`;
}

const SHAPES = 'Shapes';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

function callsOf({ paths }: OpenApiDocument): readonly Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
}

function callHtml({ method, path, operation }: Call): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  return `<details>
<summary><span class="method" data-method="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(summary)}</span></summary>
${description === undefined ? '' : paragraphs(description)}
${table('Parameters', parameters.map(parameterRow))}
${requestBody === undefined ? '' : table('Body', contentRows(requestBody.content))}
${table('Replies', Object.entries(responses).flatMap(responseRows))}
</details>`;
}

type Row = readonly [name: string, where: string, words: string];

function parameterRow({
  name,
  in: location,
  required,
  description,
  schema,
}: OpenApiParameter): Row {
  const where = required ? `${location}, needed` : location;
  const kind = schemaHtml(schema);
  const words = kind === '<code>text</code>' ? '' : ` ${kind}`;
  return [`<code>${escapeHtml(name)}</code>`, where, `${escapeHtml(description)}${words}`];
}

function contentRows(content: OpenApiContent): Row[] {
  return Object.entries(content).map(([type, { schema }]) => [
    '',
    type === '*/*' ? 'bytes' : escapeHtml(type),
    schemaHtml(schema),
  ]);
}

function responseRows([status, { description, content = {}, headers = {} }]: [
  string,
  OpenApiOperation['responses'][string],
]): Row[] {
  const shown = Number(status) < 400 ? contentRows(content) : [];
  const head: Row = [
    `<strong>${status}</strong>`,
    shown.map(([, type]) => type).join('<br>'),
    [escapeHtml(description), ...shown.map(([, , words]) => words)].join(' '),
  ];
  const headerRows = Object.entries(headers).map(([name, { description: words }]): Row => [
    '',
    `<code>${escapeHtml(name)}</code>`,
    escapeHtml(words),
  ]);
  return [head, ...headerRows];
}

function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<h3>${title}</h3><table><tbody>${body.join('')}</tbody></table>`;
}

function shapeHtml([name, schema]: readonly [string, Readonly<Record<string, unknown>>]): string {
  // Opens the section that a link refers to.
  return `<details><summary><code>${name}</code></summary><div id="shape-${name}">${schemaHtml(schema)}</div></details>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('');
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/\W+/g, '-');
}

/** Styles of the page, in the colours of the product. */
export const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#fff,#0f1115);--surface:light-dark(#f7f8fa,#151922);--border:light-dark(#e4e7ec,#262c38);--text:light-dark(#1a1d23,#e7e9ee);--second:light-dark(#5b6472,#a3acba);--accent:light-dark(#1560e0,#82b1ff);--danger:light-dark(#c5271b,#f97066);--success:light-dark(#067647,#47cd89);--warning:light-dark(#b54708,#fdb022)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:14rem minmax(0,56rem);gap:2rem;padding:0 1.5rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 0}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.35rem .75rem;border-radius:8px;color:var(--second);text-decoration:none}
nav a:hover{background:var(--surface);color:var(--text)}
main{padding:2rem 0 6rem}
h1{margin:0;font-size:1.75rem;line-height:1.2}
h2{margin:2.5rem 0 .75rem;font-size:1.25rem;scroll-margin-top:1rem}
h3{margin:1rem 0 .25rem;font-size:.8125rem;color:var(--second);font-weight:600}
p{margin:.5rem 0}
.lead{color:var(--second)}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
code{font:.875em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--border);border-radius:10px;margin:.5rem 0;padding:0 1rem}
details[open]{padding-bottom:1rem;background:var(--surface)}
summary{cursor:pointer;padding:.75rem 0;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
.method{min-width:3.75rem;font:600 .75rem/1.5 ui-monospace,monospace;color:var(--accent)}
.method[data-method=post],.method[data-method=put]{color:var(--success)}
.method[data-method=patch]{color:var(--warning)}
.method[data-method=delete]{color:var(--danger)}
.summary{color:var(--second)}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
td{padding:.4rem .75rem .4rem 0;border-top:1px solid var(--border);vertical-align:top}
td:first-child,td:nth-child(2){white-space:nowrap;color:var(--second)}td:last-child{width:100%}
ul.fields{margin:.25rem 0;padding-left:1.25rem}
@media (max-width:800px){body{display:block;padding:0 1rem}nav{position:static;max-height:none;padding:1rem 0 0}nav ul{display:flex;flex-wrap:wrap}main{padding-top:1rem}td{display:block;border:0;padding:.1rem 0}td:first-child,td:nth-child(2){white-space:normal}td:empty{display:none}tr{display:block;border-top:1px solid var(--border);padding:.4rem 0}}
`;
