import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'
import { findViolations, takesPictures } from './accessible-page.ts'
import { stagedPages, stagePayPages } from './pay-page-stage.ts'
import { openWatchedPage, startBrowser } from './watched-browser.ts'

const PHONE = { width: 390, height: 700 }
const DESK = { width: 1280, height: 800 }
const looks = [
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light', isAnalysed: true },
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark', isAnalysed: false },
  { name: 'desktop-light', viewport: DESK, colorScheme: 'light', isAnalysed: false },
  { name: 'desktop-dark', viewport: DESK, colorScheme: 'dark', isAnalysed: true },
] as const
// `PICTURES=1 npm run test:e2e -- pay-page` takes the pictures of the guide again.
const takesGuidePictures = process.env['PICTURES'] === '1'
const pictureOf = (name: string) =>
  fileURLToPath(new URL(`../../docs/images/pay-page-${name}.png`, import.meta.url))
// Pictures of every state, for people to look at. Git ignores the folder.
const screens = join(REPOSITORY_ROOT, '.stack/screens')
const MOST_BYTES = 60_000

let browser: Browser
let stage: Awaited<ReturnType<typeof stagePayPages>>
beforeAll(async () => {
  mkdirSync(screens, { recursive: true })
  browser = await startBrowser()
  stage = await stagePayPages()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test.each(Object.keys(stagedPages))(
  'the card fits the screen of a phone and of a desktop, in light and dark, and everybody can use it (%s)',
  async (state) => {
    const { page, close } = await openWatchedPage(browser, { reducedMotion: 'reduce' })
    const said: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(error.message))
    let loads: Array<Promise<number>> = []
    page.on('response', (response) => {
      loads.push(
        response.body().then(
          (body) => body.length,
          () => 0,
        ),
      )
    })
    for (const { name, viewport, colorScheme, isAnalysed } of looks) {
      if (!isAnalysed && !takesPictures) continue
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      loads = []
      await page.goto(`${stage.url}/${state}`)
      await page.evaluate('document.fonts.ready')
      if (takesPictures) await page.screenshot({ path: join(screens, `pay-${state}-${name}.png`) })
      const bytes = (await Promise.all(loads)).reduce((sum, one) => sum + one, 0)
      expect(bytes, 'everything that the page loads').toBeLessThan(MOST_BYTES)
      expect(isAnalysed ? await findViolations(page) : []).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const bottom = await page.evaluate(`document.querySelector('.card').getBoundingClientRect().bottom`)
      // Long names of a hostile business may need more room.
      const most = state === 'hostile' ? viewport.height * 2 : viewport.height
      expect(bottom, `the bottom of the card, ${name}`).toBeLessThanOrEqual(most)
      const small =
        await page.evaluate(`[...document.querySelectorAll('a, button, summary, select')].filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 0 && (width < 44 || height < 44)
      }).length`)
      expect(small).toBe(0)
      if (state === 'own' && takesGuidePictures)
        await page.screenshot({ path: pictureOf(name), fullPage: true })
    }
    expect(await page.title()).not.toBe('mine')
    expect(said).toEqual([])
    await close()
  },
)

test('without scripts the page shows the same content, and reloads itself', async () => {
  const { page, close } = await openWatchedPage(browser, { javaScriptEnabled: false, viewport: PHONE })
  await page.goto(`${stage.url}/waiting`)
  expect(await page.getByText('₦25,000.37').first().isVisible()).toBe(true)
  expect(await page.getByText('Lagos time').isVisible()).toBe(true)
  expect(await page.getByText('until', { exact: false }).first().isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  expect(await page.locator('meta[http-equiv="refresh"]').getAttribute('content')).toBe('15')
  await page.goto(`${stage.url}/sent`)
  expect(await page.getByRole('heading', { name: 'We do not see it yet' }).isVisible()).toBe(true)
  expect(await page.getByText('usually 20 seconds').isVisible()).toBe(true)
  // The bank is chosen with a form, and the answer is another page.
  await page.getByLabel('Which bank did you send it from?').selectOption({ label: 'UBA' })
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('We have seen too few transfers from this bank').waitFor()
  expect(new URL(page.url()).searchParams.get('bank')).toBe('000004')
  await page.goto(`${stage.url}/delivered`)
  expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0)
  await close()
})

test('without scripts a payer can name an account, and hears why the last one did not count', async () => {
  const { page, close } = await openWatchedPage(browser, { javaScriptEnabled: false, viewport: PHONE })
  await page.goto(`${stage.url}/return-asked`)
  expect(await page.getByRole('alert').innerText()).toContain('This account does not match the payment.')
  await page.getByRole('combobox', { name: 'Bank' }).fill('GTBank')
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123456789')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Use this account' }).click()
  const request = await sent
  expect([new URL(request.url()).pathname, request.postData()]).toEqual([
    '/pay/return-asked/return-account',
    'bank=GTBank&number=0123456789',
  ])
  await page.goto(`${stage.url}/return-extra`)
  expect(await page.getByRole('heading', { name: 'You get ₦5,000.00 back' }).isVisible()).toBe(true)
  await close()
})

test('with scripts the payer chooses the bank and closes the panel without leaving the page', async () => {
  const { page, complaints, close } = await openWatchedPage(browser, { viewport: PHONE })
  await page.goto(`${stage.url}/sent`)
  await page.evaluate('globalThis.isKept = true')
  await page.getByLabel('Which bank did you send it from?').selectOption({ label: 'UBA' })
  await page.getByText('We have seen too few transfers from this bank').waitFor()
  await page.getByLabel('Which bank did you send it from?').selectOption({ label: 'GTBank' })
  await page.getByText('usually 20 seconds').waitFor()
  expect(await page.evaluate('globalThis.isKept')).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('a page that does not exist shows an accessible notice in calm words', async () => {
  const { page, close } = await openWatchedPage(browser, { viewport: PHONE })
  expect((await page.goto(`${stage.url}/nothing`))?.status()).toBe(404)
  expect(await page.getByRole('heading', { name: 'We do not know this link' }).isVisible()).toBe(true)
  expect(await findViolations(page)).toEqual([])
  if (takesPictures) await page.screenshot({ path: join(screens, 'pay-unknown-phone-light.png') })
  await close()
})
