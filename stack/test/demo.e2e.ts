import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintTokens } from '../src/chains/evm/deploy-token.ts'
import { type Demo, raiseDemo } from '../src/demo/raise-demo.ts'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'
import { buildPages } from '../src/web/build-pages.ts'
import { openWatchedPage, startBrowser, type WatchedPage } from './watched-browser.ts'

const pictures = join(REPOSITORY_ROOT, '.stack/screens')
const screens = [
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const
// The pay page inside the phone has its own test.
const PHONE = 'iframe'
const SMALLEST_TARGET = 44

let demo: Demo
let browser: Browser
let folder: string
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  folder = await buildPages(mkdtempSync(join(tmpdir(), 'afara-demo-')))
  demo = await raiseDemo(folder)
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Checks what is open in both colour schemes, on a phone and on a desk, and takes its picture. */
async function expectAccessible({ page }: WatchedPage, name: string): Promise<void> {
  for (const [colorScheme, width] of screens) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).exclude(PHONE).analyze()
    expect.soft(violations.map(({ id, nodes }) => [name, width, colorScheme, id, nodes[0]?.html])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    if (width !== 390) continue
    for (const target of await page.locator('button:visible, a:visible').all())
      expect((await target.boundingBox())?.height, await target.innerText()).toBeGreaterThanOrEqual(
        SMALLEST_TARGET,
      )
  }
}

test('the demo claims nothing before a payment, and recovers in view of the visitor', async () => {
  const watched = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  const { page } = watched
  await page.goto(demo.url)
  await page.getByText('Not paid yet').waitFor()
  expect(await page.getByText('Paid once').count()).toBe(0)
  await expectAccessible(watched, 'demo-start')

  await page.getByRole('button', { name: /^Pay one/ }).click()
  await page.getByText('Paid once ✓').waitFor()
  await page.getByRole('button', { name: 'Kill the worker' }).click()
  await page.getByText('Worker down').waitFor()
  await page.getByText('Worker down').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Kill the worker ✓ survived' }).waitFor()
  await page.getByText('2 arrived, none on the way').waitFor()
  await expectAccessible(watched, 'demo-payer')

  for (const name of ['business', 'books']) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('tab', { name: `The ${name}` }).click()
    await expectAccessible(watched, `demo-${name}`)
  }

  // Delivers the first order a second time, behind everybody's back.
  const [note] = readFileSync(demo.world.notesFile, 'utf8').split('\n')
  const { wallet } = JSON.parse(note ?? '{}') as { wallet: string }
  await mintTokens(demo.world.chainUrl, wallet, 1_000_000n)
  await page.getByText('Order 2291 was paid twice').waitFor()
  await expectAccessible(watched, 'demo-mismatch')
  expect(watched.complaints).toEqual([])
})

test('the design page is accessible', async () => {
  const watched = await openWatchedPage(browser, {})
  await watched.page.goto(`${demo.url}/design/`)
  await watched.page.getByRole('heading', { name: 'Design system' }).waitFor()
  await expectAccessible(watched, 'design')
  expect(watched.complaints).toEqual([])
})
