import { describeAccess, type Endpoint, errorCodes, successCodes, toOpenApi } from 'contract'
import beforeSignIn from 'contract/locales/en/before-sign-in.json' with { type: 'json' }
import codes from 'contract/locales/en/codes.json' with { type: 'json' }
import type { FastifyInstance } from 'fastify'

const meanings = {
  errors: { ...beforeSignIn['error-code'], ...codes['error-code'] },
  successes: { ...beforeSignIn['success-code'], ...codes['success-code'] },
}

type Contract = Parameters<typeof toOpenApi>[0]

type ApiPageOptions = {
  version: string
  /** Paths of the panel's font by weight, where the screens are built. */
  fonts: ReadonlyMap<number, string>
}

/** The contract as one page for people, `/api`, and with its schemas for machines, `/openapi.json`. */
export function serveApiPage(
  app: FastifyInstance,
  contract: Contract,
  { version, fonts }: ApiPageOptions,
): void {
  let document: object | undefined
  app.get('/openapi.json', () => {
    document ??= toOpenApi(contract, version)
    return document
  })
  const page = renderApiPage(contract, version, [...fonts].map(renderFont).join(''))
  app.get('/api', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

/** Colours and letters of the panel, so that the page is known as a part of it. */
const style = `
:root { color-scheme: light dark; --brand: light-dark(#1d5fae, #86b0e5); --soft: light-dark(#eef4fc, #16263a);
  --line: light-dark(#dde3ea, #343c45); --dim: light-dark(#566270, #a3adb8); --ground: light-dark(#fff, #1a1e23);
  --behind: light-dark(#f6f8fa, #14171b) }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; scroll-behavior: smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0; background: var(--behind); color: light-dark(#1c2530, #e3e8ee);
  font: 14px/1.6 'IBM Plex Sans Thai', system-ui, sans-serif }
a { color: var(--brand); text-underline-offset: .15em }
a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 4px }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
header { display: flex; gap: 1rem; align-items: center; padding: 1rem 1.5rem; background: var(--ground);
  border-bottom: 1px solid var(--line) }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4 } h1 small { color: var(--dim); font-weight: 400 }
.page { display: grid; grid-template-columns: 14rem minmax(0, 60rem); gap: 2rem; padding: 1.5rem }
nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100dvh - 2rem); overflow: auto }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: flex; align-items: center; justify-content: space-between; min-height: 2.25rem; padding: 0 .75rem;
  border-radius: 8px; color: inherit; text-decoration: none }
nav a:hover { background: var(--soft) } nav span { color: var(--dim); font-size: .75rem }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem } main > :first-child { margin-top: 0 }
.card { margin: 0 0 .75rem; padding: 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: 8px }
.call { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: baseline }
h3 { margin: 0; font-size: 1rem; font-weight: 600 }
.tag { padding: 0 .5rem; border-radius: 4px; background: var(--soft); color: var(--brand); font-size: .75rem;
  font-weight: 600 }
.card p { margin: .375rem 0 } .card > p:last-child { margin-bottom: 0 }
dl { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: .25rem 1rem; margin: .5rem 0 0 }
dt { color: var(--dim) } dd { margin: 0 } dd ul { margin: 0; padding: 0; list-style: none }
table { width: 100%; border-collapse: collapse; background: var(--ground); border: 1px solid var(--line) }
th, td { padding: .375rem .75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top }
th { color: var(--dim); font-weight: 500 }
@media (max-width: 48em) { .page { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem }
  nav { position: static; max-height: none } nav ul { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  nav a { min-height: 2.75rem } }
@media print { nav { display: none } .page { display: block } .card { break-inside: avoid } }
`

const logo = `<svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true"><rect width="32" height="32" rx="8"
fill="#1d5fae"/><path d="M5 17h5l2.5-7 5 13 3-9 1.5 3h5" fill="none" stroke="#fff" stroke-width="2.4"
stroke-linecap="round" stroke-linejoin="round"/></svg>`

const renderFont = ([weight, path]: [number, string]) =>
  `@font-face { font-family: 'IBM Plex Sans Thai'; font-weight: ${weight}; src: url(${path}) format('woff2') }\n`

function renderApiPage(contract: Contract, version: string, fontFaces: string): string {
  const groups = Object.entries(contract)
  const contents = groups.map(
    ([group, endpoints]) =>
      `<li><a href="#${group}">${formatTitle(group)} <span>${Object.keys(endpoints).length}</span></a></li>`,
  )
  const sections = groups.map(
    ([group, endpoints]) =>
      `<h2 id="${group}">${formatTitle(group)}</h2>${Object.values(endpoints).map(renderCall).join('')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Medical &amp; Staff PANEL</title>
<style>${fontFaces}${style}</style>
</head>
<body>
<header>${logo}<h1>Medical &amp; Staff PANEL API <small>${version}</small></h1></header>
<div class="page">
<nav aria-label="Contents"><ul>${contents.join('')}
<li><a href="#error-codes">Error codes</a></li><li><a href="#success-codes">Success codes</a></li></ul></nav>
<main>
<section class="card" aria-label="How to call">
<p>A call is <code>POST</code> with a JSON body, unless its label is <code>GET</code>, whose fields are in the URL,
or <span class="tag">form data</span>. Fields with a question mark may be left out.</p>
<p>Sign in first. Then send <code>Authorization: Bearer &lt;server_token&gt;</code>, or <code>server_token</code> and
<code>user_id</code> in the body.</p>
<p>A reply is <code>{ "success": true, … }</code>, or <code>{ "success": false, "error_code": n }</code> with
<code>fields</code> that say what to correct, or <code>detail</code>.</p>
<p>All schemas, for programs: <a href="/openapi.json">openapi.json</a>.</p>
</section>
${sections.join('\n')}
${renderCodes('Error codes', 'error-codes', errorCodes, meanings.errors)}
${renderCodes('Success codes', 'success-codes', successCodes, meanings.successes)}
</main>
</div>
</body>
</html>
`
}

const properNames: Record<string, string> = { er: 'ER', opd: 'OPD', line: 'LINE', spo2: 'SpO₂' }

/** "secondFactor" as "Second factor", "erBoard" as "ER board". */
function formatTitle(group: string): string {
  const [first = '', ...others] = group
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .split(' ')
  return [properNames[first] ?? first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}

function renderCall(endpoint: Endpoint): string {
  const failures = endpoint.errors?.map((name) => {
    const code = errorCodes[name]
    return `<li><code>${code}</code> ${escapeHtml(getMeaning(meanings.errors, code))}</li>`
  })
  return `<article class="card">
<div class="call"><span class="tag">${endpoint.method ?? 'POST'}</span><h3><code>${endpoint.path}</code></h3>${
    endpoint.form ? '<span class="tag">form data</span>' : ''
  }</div>
<p>${escapeHtml(endpoint.summary)}.</p>
<dl><dt>Access</dt><dd><code>${describeAccess(endpoint.access)}</code></dd>
<dt>Body</dt><dd>${listFieldNames(endpoint.body.shape)}</dd>
<dt>Reply</dt><dd>${endpoint.file ? 'a file' : listFieldNames(endpoint.reply.shape)}</dd>
${failures ? `<dt>Failures</dt><dd><ul>${failures.join('')}</ul></dd>` : ''}</dl>
</article>`
}

function listFieldNames(shape: Endpoint['body']['shape']): string {
  const names = Object.entries(shape).map(
    ([name, { _zod }]) => `<code>${name}${_zod.optin === 'optional' ? '?' : ''}</code>`,
  )
  return names.length === 0 ? 'nothing' : names.join(', ')
}

function renderCodes(
  title: string,
  id: string,
  codes: Record<string, number>,
  texts: Record<string, string>,
): string {
  const rows = Object.entries(codes).map(
    ([name, code]) =>
      `<tr><td><code>${code}</code></td><td>${name}</td><td>${escapeHtml(getMeaning(texts, code))}</td></tr>`,
  )
  return `<h2 id="${id}">${title}</h2>
<table><thead><tr><th>Code</th><th>Name</th><th>What users read</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const getMeaning = (texts: Record<string, string>, code: number): string => texts[code] ?? ''

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
