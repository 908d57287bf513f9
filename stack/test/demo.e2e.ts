import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintTokens } from '../src/chains/evm/deploy-token.ts'
import { type Demo, raiseDemo } from '../src/demo/raise-demo.ts'
import { findBuiltPages } from '../src/web/build-pages.ts'
import { expectAccessible } from './accessible-page.ts'
import { openWatchedPage, startBrowser, type WatchedPage } from './watched-browser.ts'

const SMALLEST_TARGET = 44

let demo: Demo
let browser: Browser
beforeAll(async () => {
  demo = await raiseDemo(await findBuiltPages())
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

/** Checks what is open, and that a thumb can hit what a visitor presses on a phone. */
async function expectUsable({ page }: WatchedPage, name: string): Promise<void> {
  await expectAccessible(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const target of await page.locator('button:visible, a:visible').all())
    expect((await target.boundingBox())?.height, await target.innerText()).toBeGreaterThanOrEqual(
      SMALLEST_TARGET,
    )
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('the demo claims nothing before a payment, and recovers in view of the visitor', async () => {
  const watched = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  const { page } = watched
  await page.goto(demo.url)
  await page.getByText('Not paid yet').waitFor()
  expect(await page.getByText('Paid once').count()).toBe(0)
  await expectUsable(watched, 'demo-start')

  await page.getByRole('button', { name: /^Pay one/ }).click()
  await page.getByText('Paid once ✓').waitFor()
  await page.getByRole('button', { name: 'Kill the worker' }).click()
  await page.getByText('Worker down').waitFor()
  await page.getByText('Worker down').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Kill the worker ✓ survived' }).waitFor()
  await page.getByText('2 arrived, none on the way').waitFor()
  await expectUsable(watched, 'demo-payer')

  for (const name of ['business', 'books']) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('tab', { name: `The ${name}` }).click()
    await expectUsable(watched, `demo-${name}`)
  }

  // Delivers the first order a second time, behind everybody's back.
  const [note] = readFileSync(demo.world.notesFile, 'utf8').split('\n')
  const { wallet } = JSON.parse(note ?? '{}') as { wallet: string }
  await mintTokens(demo.world.chainUrl, wallet, 1_000_000n)
  await page.getByText('Order 2291 was paid twice').waitFor()
  await expectUsable(watched, 'demo-mismatch')
  expect(watched.complaints).toEqual([])
})

test('the design page is accessible', async () => {
  const watched = await openWatchedPage(browser, {})
  await watched.page.goto(`${demo.url}/design/`)
  await watched.page.getByRole('heading', { name: 'Design system' }).waitFor()
  await expectUsable(watched, 'design')
  expect(watched.complaints).toEqual([])
})
