import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { html, sendHtml } from '../html.ts'
import { JSON_TYPE } from '../json-bodies.ts'
import { referencePolicy } from '../security-headers.ts'
import { siteBar } from './site-frame.ts'
import { KEPT } from './site-routes.ts'

/** The frame of the API reference. It has no inline script, so that the policy can forbid them all. */
const referencePage = html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Afara</title>
<link rel="icon" href="/site/mark.svg">
<link rel="stylesheet" href="/site/site.css">
</head>
<body class="reference">
${siteBar('/docs/api')}
<div id="app"></div>
<noscript><p>The API reference needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> has the same content, and <a href="/docs/errors">the errors</a> need no JavaScript.</p></noscript>
<script src="/site/site.js" defer></script>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// Everything that would contact another origin is off: fonts, proxy, telemetry and the vendor's own tools.
const configuration = {
  url: '/openapi.json',
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  persistAuth: false,
  hideClientButton: true,
  hideSearch: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  operationTitleSource: 'summary',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  authentication: { preferredSecurityScheme: 'secretKey' },
  // The page follows the system's color scheme, like the bar above it.
  hideDarkModeToggle: true,
  metaData: { title: 'API reference · Afara' },
}

const startScript = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})\n`

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

/** Serves the API reference: a page and the program that draws it, both from this process. */
export function readReferenceRoute(app: FastifyInstance, deps: Pick<AppDeps, 'docs'>): void {
  const config = { access: 'public' } as const

  app.get('/docs/api', { config }, (_request, reply) => {
    reply.header('content-security-policy', referencePolicy).header('cache-control', KEPT)
    sendHtml(reply, referencePage)
  })

  app.get('/docs/start.js', { config }, (_request, reply) => {
    reply.type(SCRIPT_TYPE).header('cache-control', KEPT).send(startScript)
  })

  // Always sent compressed, because every browser supports it. The uncompressed program has four megabytes. No key is needed to read it, so
  // many slow readers could exhaust the memory.
  app.get('/docs/scalar.js', { config }, async (_request, reply) => {
    const { program } = await deps.docs.read()
    return reply
      .type(SCRIPT_TYPE)
      .header('cache-control', KEPT)
      .header('content-encoding', 'gzip')
      .send(program)
  })
}

/** Serves what programs read about the API, with the addresses of this service. Any page may read it. */
export function readOpenApiRoute(app: FastifyInstance, deps: Pick<AppDeps, 'docs'>): void {
  const files = [
    ['/openapi.json', 'openApi', JSON_TYPE],
    ['/postman.json', 'postman', JSON_TYPE],
    ['/llms.txt', 'llms', 'text/plain; charset=utf-8'],
  ] as const
  for (const [address, file, type] of files) {
    // Encoded once: these are up to a megabyte, and need no key.
    let content: Buffer | undefined
    app.get(address, { config: { access: 'public' } }, async (_request, reply) => {
      content ??= Buffer.from((await deps.docs.read())[file])
      return reply
        .type(type)
        .header('access-control-allow-origin', '*')
        .header('cache-control', KEPT)
        .send(content)
    })
  }
}
