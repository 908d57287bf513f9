/** The frame of the API reference. It has no inline script, so that none may run. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Afara</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<noscript><p>The API reference needs JavaScript. <a href="/openapi.json">The same as an OpenAPI document</a>; <a href="/docs/errors">the errors</a>.</p></noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// Everything that would leave this origin is off: fonts, proxy, telemetry, the vendor's own tools.
const configuration = {
  url: '/openapi.json',
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  persistAuth: false,
  hideClientButton: true,
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
  // A section that was jumped to is focused; the ring is for what can be worked.
  customCss: 'section:focus-visible { outline: none }',
  metaData: { title: 'API reference · Afara' },
}

export const startScript = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})\n`
