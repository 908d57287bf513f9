import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'

/** Pictures of every screen, for people to look at. Git ignores the folder. */
const pictures = join(REPOSITORY_ROOT, '.stack/screens')
const forms = [
  { colorScheme: 'light', width: 390, isAnalysed: true },
  { colorScheme: 'dark', width: 390, isAnalysed: false },
  { colorScheme: 'light', width: 1280, isAnalysed: false },
  { colorScheme: 'dark', width: 1280, isAnalysed: true },
] as const
// The pay page inside a frame has its own test.
const FRAME = 'iframe'

/**
 * Takes pictures of the open page on a phone and on a desk, in both colour schemes. Axe analyses each width and each scheme once, because it
 * takes two seconds.
 */
export async function expectAccessible(page: Page, name = nameOf(page)): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const { colorScheme, width, isAnalysed } of forms) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    const fits = async () => page.evaluate('document.documentElement.scrollWidth <= innerWidth')
    await expect.poll(fits, { message: name }).toBe(true)
    if (!isAnalysed) continue
    const { violations } = await new AxeBuilder({ page }).exclude(FRAME).analyze()
    expect.soft(violations.map(({ id, nodes }) => [name, width, colorScheme, id, nodes[0]?.html])).toEqual([])
  }
}

function nameOf(page: Page): string {
  const { pathname } = new URL(page.url())
  return `people-${pathname.split('/')[1] || 'start'}`
}
