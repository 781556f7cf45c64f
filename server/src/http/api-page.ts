import { type Endpoint, errorCodes, successCodes, toOpenApi } from 'contract'
import type { FastifyInstance } from 'fastify'

type Contract = Parameters<typeof toOpenApi>[0]

/** The contract as one page for people, `/api`, and with its schemas for machines, `/openapi.json`. */
export function serveApiPage(app: FastifyInstance, contract: Contract, version: string): void {
  let document: object | undefined
  app.get('/openapi.json', () => {
    document ??= toOpenApi(contract, version)
    return document
  })
  const page = renderApiPage(contract, version)
  app.get('/api', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

function renderApiPage(contract: Contract, version: string): string {
  const groups = Object.entries(contract).map(
    ([group, endpoints]) =>
      `<h2 id="${group}">${group}</h2>${Object.values(endpoints).map(renderSection).join('')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Medical &amp; Staff PANEL</title>
<style>
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: CanvasText; background: Canvas; color-scheme: light dark }
code { font: 0.92em ui-monospace, monospace }
article { border-top: 1px solid GrayText; padding: .6rem 0 }
h3 { margin: 0; font-size: 1rem }
p { margin: .2rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .2rem 0 } dd { margin: 0 }
</style>
</head>
<body>
<h1>Medical &amp; Staff PANEL API ${version}</h1>
<p>Every call is <code>POST</code> with a JSON body unless marked otherwise. A session is presented as
<code>Authorization: Bearer &lt;server_token&gt;</code>, or as <code>server_token</code> and <code>user_id</code> in the body.
A reply is <code>{ "success": true, … }</code> or <code>{ "success": false, "error_code": n, "fields"?, "detail"? }</code>.
Schemas: <a href="/openapi.json">openapi.json</a>.</p>
${groups.join('\n')}
<h2>Error codes</h2>
<dl>${Object.entries(errorCodes)
    .map(([name, code]) => `<dt><code>${code}</code></dt><dd>${name}</dd>`)
    .join('')}</dl>
<h2>Success codes</h2>
<dl>${Object.entries(successCodes)
    .map(([name, code]) => `<dt><code>${code}</code></dt><dd>${name}</dd>`)
    .join('')}</dl>
</body>
</html>
`
}

function renderSection(endpoint: Endpoint): string {
  const kind = endpoint.form ? ' · form data' : ''
  const answer = endpoint.file ? 'a file' : listFieldNames(endpoint.reply.shape)
  return `<article>
<h3><code>${endpoint.method ?? 'POST'} ${endpoint.path}</code></h3>
<p>${endpoint.summary}. Access: <code>${endpoint.access}</code>${kind}.</p>
<dl><dt>Body</dt><dd>${listFieldNames(endpoint.body.shape)}</dd><dt>Reply</dt><dd>${answer}</dd>
${endpoint.errors ? `<dt>Failures</dt><dd>${endpoint.errors.map((code) => `${errorCodes[code]} ${code}`).join(', ')}</dd>` : ''}</dl>
</article>`
}

function listFieldNames(shape: object): string {
  const names = Object.keys(shape)
  return names.length === 0 ? 'nothing' : names.map((name) => `<code>${name}</code>`).join(', ')
}
