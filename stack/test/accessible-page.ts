import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'

/** Pictures of every screen, for people to look at. Git ignores the folder. */
const pictures = join(REPOSITORY_ROOT, '.stack/screens')
const forms = [
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const
// The pay page inside a frame has its own test.
const FRAME = 'iframe'

/** Checks the open page in both colour schemes, on a phone and on a desk, and takes its picture. */
export async function expectAccessible(page: Page, name = nameOf(page)): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const [colorScheme, width] of forms) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).exclude(FRAME).analyze()
    expect.soft(violations.map(({ id, nodes }) => [name, width, colorScheme, id, nodes[0]?.html])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true)
  }
}

function nameOf(page: Page): string {
  const { pathname } = new URL(page.url())
  return `people-${pathname.split('/')[1] || 'start'}`
}
