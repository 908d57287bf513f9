import { setTimeout as sleep } from 'node:timers/promises'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { simulatedSolana } from '../src/chains/simulated-networks.ts'
import { askJson } from '../src/http/ask-json.ts'
import { openWithPasskey } from './operator-terminal.ts'
import type { SharedDevStack } from './shared-dev-stack.ts'
import type { WatchedPage } from './watched-browser.ts'

/** Answers that belong to the way things work: nobody is signed in at first, and a command asks for its signature. */
const EXPECTED = /401 from \S+\/people\/v1\/(sessions\/current|commands)$|status of 401/

export type AtConsole = WatchedPage &
  Readonly<{
    name: string
    /** Clicks, keys and filled fields so far. */
    touches(): number
    open(path: string): Promise<void>
    faults(): readonly string[]
  }>

/** An operator with the computed passkey of their id. */
type Hired = Readonly<{ id: string; name: string }>

/** Signs an operator in at the console, in a browser of their own. */
export async function openConsole(
  browser: Browser,
  { environment }: Pick<SharedDevStack, 'environment'>,
  who: 'first' | 'second' | Hired,
  path = '/test',
): Promise<AtConsole> {
  const origin = environment['CONSOLE_ORIGIN'] ?? ''
  const { id, name } = typeof who === 'object' ? who : seedOperators[who === 'first' ? 0 : 1]
  const opened = await openWithPasskey(browser, origin, id)
  const { page, complaints } = opened
  const touches = await countTouches(page)
  await page.goto(`${origin}${path}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: `${name}, your menu` }).waitFor()
  return {
    ...opened,
    name,
    touches,
    open: async (to) => {
      await page.goto(`${origin}${to}`)
    },
    faults: () => complaints.filter((complaint) => !EXPECTED.test(complaint)),
  }
}

// A click in a field and the text typed into it are one touch. Text that a test fills in without a click is one too.
const WATCH_TOUCHES = `(() => {
  let field
  const isField = (on) => on instanceof Element && on.matches('select, textarea, input:not([type=radio], [type=checkbox])')
  addEventListener('pointerdown', ({ target }) => { field = isField(target) ? target : undefined; afaraTouched() }, true)
  addEventListener('keydown', ({ target, repeat }) => { if (!repeat && !isField(target)) afaraTouched() }, true)
  addEventListener('input', ({ target }) => {
    if (!isField(target) || target === field) return
    field = target
    afaraTouched()
  }, true)
})()`

/** Counts what a person does with pointer and keyboard. The browser reports it, so also what a test does without a click is counted. */
async function countTouches(page: Page): Promise<() => number> {
  let touches = 0
  await page.exposeFunction('afaraTouched', () => {
    touches += 1
  })
  await page.addInitScript(WATCH_TOUCHES)
  return () => touches
}

export type Journey = Readonly<{
  /** Runs what is no part of the journey, such as an analysis of the page. Its seconds and touches do not count. */
  leaveOut(work: () => Promise<void>): Promise<void>
  /** Prints `journey <name> clicks=<n> seconds=<s>` for the table in docs/operate/console.md, and returns the clicks. */
  end(): number
}>

/** Measures a journey of one or more people from now on. Sign-in is over by then. The seconds are a machine's, which reads nothing. */
export function startJourney(name: string, ...people: readonly Pick<AtConsole, 'touches'>[]): Journey {
  const count = () => people.reduce((sum, { touches }) => sum + touches(), 0)
  let clicks = -count()
  let milliseconds = -performance.now()
  return {
    leaveOut: async (work) => {
      clicks += count()
      milliseconds += performance.now()
      await work()
      clicks -= count()
      milliseconds -= performance.now()
    },
    end: () => {
      const total = clicks + count()
      const seconds = (milliseconds + performance.now()) / 1000
      process.stdout.write(`journey ${name} clicks=${total} seconds=${seconds.toFixed(1)}\n`)
      return total
    },
  }
}

/**
 * Treasury sends tokens to our lane on Solana, after the buys that drained it were delivered. Waits until we have read them there: a top-up that
 * the chain does not show is refused.
 */
export async function sendToLane(
  { chainUrls }: Pick<SharedDevStack, 'chainUrls'>,
  pool: Pool,
  drained: readonly string[],
  naira: bigint,
): Promise<void> {
  const { name, decimals, mint } = simulatedSolana
  const until = async (statement: string, values: unknown[]) => {
    while ((await pool.query(statement, values)).rowCount === 0) await sleep(200)
  }
  await until(
    `select from transaction where id = any ($1) and status = 'completed' having count(*) = cardinality($1)`,
    [drained.map((id) => parseId('transaction', id))],
  )
  const { rows } = await pool.query<{ address: string; minor: string }>(
    `select l.address, b.amount_minor::text as minor from lane l join balance b on b.owner = l.network || ':' || l.number
       and b.kind = 'float' and b.mode = l.mode where l.mode = 'test' and l.network = $1`,
    [name],
  )
  const { address: owner = '', minor = '0' } = rows[0] ?? {}
  const total = BigInt(minor) + naira * 100n
  const units = ((total * 10n ** BigInt(decimals)) / 100n).toString()
  await askJson(`${chainUrls.Solana}/admin/tokens`, {}, { owner, mint, units })
  // A quiet lane is read rarely, and a reading from right after the last transfers shows too little room.
  const mayTopUp = `select from lane where address = $1 and top_up_problem(id, $2, 0, now()) is null`
  while ((await pool.query(mayTopUp, [owner, (naira * 100n).toString()])).rowCount === 0) {
    await pool.query(`select wake_now('lane', id, now()) from lane where address = $1`, [owner])
    await sleep(1_000)
  }
}

/** Waits until a payment is booked whose payer may have this account number. The sandbox clock makes only booked payments older. */
export async function untilBooked(pool: Pool, payerNumber: string): Promise<void> {
  const find = `select from credit_fund where $1 like coalesce(payer_account_number, translate(payer_account_mask, '*', '_'))`
  await expect
    .poll(async () => (await pool.query(find, [payerNumber])).rowCount, {
      message: `the payment of ${payerNumber} is booked`,
      timeout: 60_000,
    })
    .toBe(1)
}
