import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import type { Browser } from 'playwright-core'
import { openAsSeeded } from './operator-terminal.ts'
import type { SharedDevStack } from './shared-dev-stack.ts'
import type { WatchedPage } from './watched-browser.ts'

/** Answers that belong to the way things work: nobody is signed in at first, and a command asks for its signature. */
const EXPECTED = /401 from \S+\/people\/v1\/(sessions\/current|commands)$|status of 401/

export type AtConsole = WatchedPage &
  Readonly<{ name: string; open(path: string): Promise<void>; faults(): readonly string[] }>

/** Signs a seeded operator in at the console, in a browser of their own. */
export async function openConsole(
  browser: Browser,
  { environment }: Pick<SharedDevStack, 'environment'>,
  who: 'first' | 'second',
  path = '/test',
): Promise<AtConsole> {
  const origin = environment['CONSOLE_ORIGIN'] ?? ''
  const place = who === 'first' ? 0 : 1
  const { name } = seedOperators[place]
  const opened = await openAsSeeded(browser, origin, place)
  const { page, complaints } = opened
  await page.goto(`${origin}${path}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: `${name}, your menu` }).waitFor()
  return {
    ...opened,
    name,
    open: async (to) => {
      await page.goto(`${origin}${to}`)
    },
    faults: () => complaints.filter((complaint) => !EXPECTED.test(complaint)),
  }
}
