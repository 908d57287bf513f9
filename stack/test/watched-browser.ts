import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export type WatchedPage = Readonly<{
  page: Page
  /** Empty for a page that works without external resources. Requests to other machines fail. */
  complaints: string[]
  close(): Promise<void>
}>

// Debian's Chromium, run as root, without its own network requests.
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No other machine can be reached. Playwright could block requests too, but it would then answer preflights itself.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
}

export async function openWatchedPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  const complaints: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (!protocol.startsWith('http') || hostname === '127.0.0.1' || hostname === 'localhost') return
    complaints.push(`the page sent a request to another host: ${request.url()}`)
  })
  // Shared machines can be slow, so the timeout is long.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  page.on('requestfailed', (request) => {
    // A browser ends what a page still loads when the page leaves. That is no fault of the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      complaints.push(`a request failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} from ${response.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(`the page threw: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`the console shows: ${message.text()}`)
  })
  return { page, complaints, close: async () => context.close() }
}

/** Gives the browser of a page an authenticator that confirms every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}
