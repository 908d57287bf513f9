import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'

/** Pictures of every screen, for people to look at. Git ignores the folder. */
const pictures = join(REPOSITORY_ROOT, '.stack/screens')
const analysed = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const
const pictured = [
  ...analysed,
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1280 },
] as const
/** Nobody looks at the pictures of the gate, and each takes half a second. */
export const takesPictures = process.env['CI'] === undefined
// The pay page inside a frame has its own test.
const FRAME = 'iframe'

/**
 * Analyses the open page with axe, once for each width and each colour scheme, because an analysis takes two seconds. Outside the gate it also
 * takes pictures on a phone and on a desk, in both colour schemes.
 */
export async function expectAccessible(page: Page, name = nameOf(page)): Promise<void> {
  for (const { colorScheme, width } of analysed) {
    await show(page, colorScheme, width)
    const fits = async () => page.evaluate('document.documentElement.scrollWidth <= innerWidth')
    await expect.poll(fits, { message: name }).toBe(true)
    const violations = await findViolations(page)
    expect.soft(violations.map((violation) => [name, width, colorScheme, ...violation])).toEqual([])
  }
  if (!takesPictures) return
  mkdirSync(pictures, { recursive: true })
  for (const { colorScheme, width } of pictured) {
    await show(page, colorScheme, width)
    await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  }
}

/**
 * Returns what axe finds on the open page: the rule and the element. What passes is not written down, and no second page collects frames:
 * both take longer than the analysis itself.
 */
export async function findViolations(page: Page): Promise<[rule: string, element: string][]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude(FRAME)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }): [string, string] => [id, html]))
}

async function show(page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
}

function nameOf(page: Page): string {
  const { pathname } = new URL(page.url())
  return `people-${pathname.split('/')[1] || 'start'}`
}
