import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import type { Browser, Page } from 'playwright-core'
import { givePasskey } from '../src/authenticator/browser-passkey.ts'
import { openWatchedPage, type WatchedPage } from './watched-browser.ts'

const afara = resolve(import.meta.dirname, '../../bin/afara.js')

/** An operator with a browser and a machine of their own: a home folder in which `afara ops` keeps the session. */
export type AtTerminal = Readonly<{ page: Page; home: string }>

type Ended = Readonly<{ code: number | null; out: string; errors: string }>

/**
 * Runs `afara ops` as an operator does. When the command names a page, the operator reads it in the browser and presses its button with
 * the passkey. The command has no settings but the address of the people process.
 */
export async function runOps(
  { page, home }: AtTerminal,
  origin: string,
  args: readonly string[],
  button = '',
  onPress: (processId: number) => void = () => {},
): Promise<Ended> {
  const env = { HOME: home, PATH: process.env.PATH, PEOPLE_ORIGIN: origin }
  const command = spawn(process.execPath, [afara, 'ops', ...args], { env, cwd: home })
  let [out, errors] = ['', '']
  let pressing: Promise<unknown> = Promise.resolve()
  command.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  command.stderr.on('data', (chunk) => {
    const before = pageIn(errors)
    errors += String(chunk)
    const url = pageIn(errors)
    if (url === undefined || before !== undefined) return
    // The command would wait for the signature until its code expires, which hides why the page failed.
    pressing = press(url, errors).catch((error: unknown) => {
      command.kill()
      return error
    })
  })
  const code = await new Promise<number | null>((done) => command.once('close', done))
  const failure = await pressing
  if (failure !== undefined) throw failure
  return { code, out, errors }

  async function press(url: string, told: string): Promise<void> {
    onPress(command.pid ?? 0)
    const [shown = 'none'] = /(?<= code is )[A-Z0-9-]{9}/.exec(told) ?? []
    await page.goto(url)
    await page.getByText(shown).first().waitFor()
    await page.getByRole('button', { name: `${button} with passkey` }).click()
    await page.getByText(/^(Your terminal is signed in|Signed\. Return to your terminal\.)/).waitFor()
  }
}

const pageIn = (errors: string) => /sign(?: in)?: (http\S+)\n/.exec(errors)?.[1]

/**
 * Opens a page in a browser of its own that answers with the computed passkey of an operator, which counts no uses. The vault knows only the
 * passkeys of the two seeded operators, so their decisions stop nothing for others who share the stack.
 */
export async function openWithPasskey(browser: Browser, origin: string, id: string): Promise<WatchedPage> {
  const opened = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  await givePasskey(opened.page, origin, id)
  return opened
}

/** Signs a seeded operator in, in a browser and at a terminal. */
export async function enterAsSeeded(browser: Browser, origin: string, place: 0 | 1): Promise<AtTerminal> {
  const { id, name } = seedOperators[place]
  const { page } = await openWithPasskey(browser, origin, id)
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name }).waitFor()
  const operator = { page, home: mkdtempSync(join(tmpdir(), 'afara-operator-')) }
  const { code, errors } = await runOps(operator, origin, ['login'], 'Confirm')
  if (code !== 0) throw new Error(`${name} cannot sign in: ${errors}`)
  return operator
}
