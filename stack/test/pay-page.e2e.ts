import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stagedPages, stagePayPages } from './pay-page-stage.ts'
import { openWatchedPage, startBrowser } from './watched-browser.ts'

const looks = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: { width: 1280, height: 1000 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 1000 }, colorScheme: 'dark' },
] as const
// `PICTURES=1 npm run test:e2e -- pay-page` takes the pictures of the guide again.
const takesPictures = process.env['PICTURES'] === '1'
// States differ only in words and symbols, so two layouts are enough. The page itself is checked in every state.
const looksOf = (state: string) => (state === 'waiting' || state === 'hostile' ? looks : [looks[0], looks[3]])
const pictureOf = (name: string) =>
  fileURLToPath(new URL(`../../docs/images/pay-page-${name}.png`, import.meta.url))

let browser: Browser
let stage: Awaited<ReturnType<typeof stagePayPages>>
beforeAll(async () => {
  browser = await startBrowser()
  stage = await stagePayPages()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

test.each(Object.keys(stagedPages))(
  'the page is accessible in light and dark mode, on a phone and on a desktop (%s)',
  async (state) => {
    const { page, close } = await openWatchedPage(browser, { reducedMotion: 'reduce', deviceScaleFactor: 2 })
    const said: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(error.message))
    for (const { name, viewport, colorScheme } of looksOf(state)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${stage.url}/${state}`)
      expect(await violationsOn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const small =
        await page.evaluate(`[...document.querySelectorAll('a, button, summary')].filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 0 && (width < 44 || height < 44)
      }).length`)
      expect(small).toBe(0)
      if (state === 'waiting' && takesPictures)
        await page.screenshot({ path: pictureOf(name), fullPage: true })
    }
    expect(await page.title()).not.toBe('mine')
    expect(said).toEqual([])
    await close()
  },
)

test('without scripts the page shows the same content, and reloads itself', async () => {
  const { page, close } = await openWatchedPage(browser, { javaScriptEnabled: false })
  await page.goto(`${stage.url}/waiting`)
  expect(await page.getByText('₦25,000.37').first().isVisible()).toBe(true)
  expect(await page.getByText('Lagos time').isVisible()).toBe(true)
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.locator('meta[http-equiv="refresh"]').getAttribute('content')).toBe('15')
  await page.goto(`${stage.url}/delivered`)
  expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0)
  await close()
})

test('a page that does not exist shows an accessible notice', async () => {
  const { page, close } = await openWatchedPage(browser, {})
  expect((await page.goto(`${stage.url}/nothing`))?.status()).toBe(404)
  expect(await page.getByRole('heading', { name: 'Payment not found' }).isVisible()).toBe(true)
  expect(await violationsOn(page)).toEqual([])
  await close()
})
