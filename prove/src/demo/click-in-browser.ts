import { type ButtonName } from '@afara/stack/demo/demo-state.ts'
import { chromium, type Locator, type Page } from 'playwright-core'

const words: Readonly<Record<ButtonName, string>> = {
  pay: 'Pay',
  'kill-worker': 'Kill the worker',
  'lose-reply': 'Lose the bank’s reply',
  'five-webhooks': 'Send the webhook five times',
  reorganise: 'Reorganise the chain',
  'delete-engine': 'Delete the engine’s disk',
  'pay-twice': 'Pay twice',
  'take-back': 'Take the money back',
}

export function findButton(page: Page, name: ButtonName): Locator {
  return page.getByRole('button', { name: new RegExp(`^${words[name]}\\b(?! twice)`) })
}

/** Clicks the buttons as a visitor does, and fails if the page reports an error or shows no verdict. */
export async function clickInBrowser(url: string, sequence: readonly ButtonName[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(url)
    for (const name of sequence) {
      await findButton(page, name).click()
      await page.waitForTimeout(500)
    }
    await page.getByText('Kobo difference').waitFor()
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`)
  } finally {
    await browser.close()
  }
}
