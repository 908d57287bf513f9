import { chromium, type Page } from 'playwright-core'

/** What a person needs from the empty form to a completed buy. */
export type SignUpFigures = Readonly<{ seconds: number; clicks: number; key: string }>

const BUSINESS = 'Ten Minutes Foods'
const LONGEST_MS = 150_000

/** Signs up at the dashboard with a passkey, and runs a first buy until its tokens arrived. Typing into a field counts as a click. */
export async function signUpInBrowser(origin: string): Promise<SignUpFigures> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(LONGEST_MS)
    await addAuthenticator(page)
    let clicks = 0
    const click = async (name: string) => {
      clicks += 1
      await page.getByRole('button', { name, exact: true }).click()
    }
    const type = async (label: string, text: string) => {
      clicks += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    const begun = performance.now()
    await page.goto(`${origin}/dashboard/sign-up`)
    await type('Your name', 'Ngozi Eze')
    await type('Work email', 'ngozi@ten-minutes.test')
    await type('Business name', BUSINESS)
    await page.getByText(/ is free/).waitFor()
    await click('Create account with a passkey')
    await page.getByRole('heading', { name: `${BUSINESS} is ready` }).waitFor()
    const key = (await page.locator('code').first().textContent()) ?? ''
    await click('Run a first buy')
    await page.getByText('Completed', { exact: true }).waitFor()
    return { seconds: (performance.now() - begun) / 1000, clicks, key }
  } finally {
    await browser.close()
  }
}

async function addAuthenticator(page: Page): Promise<void> {
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
