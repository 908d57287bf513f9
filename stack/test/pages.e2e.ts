import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'
import { installPackedKit } from '../src/documentation/packed-kit.ts'
import { type Block, readBlocks } from '../src/documentation/page-blocks.ts'
import { runShellSession } from '../src/documentation/shell-session.ts'
import { findFreePort } from '../src/processes/loopback-port.ts'
import { exceptions, runElsewhere } from './page-plan.ts'
import { plainOutput } from './plain-output.ts'

const house = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(house, path), 'utf8')
const FIRST_HOUR = 'docs/internals/first-hour.md'
// Run last: the CLI page moves the clock of the business that all pages share, and the first hour damages the database on purpose.
const last = ['sdk/README.md', 'cli/README.md', FIRST_HOUR]
const guides = [...globSync('docs/guides/*.md', { cwd: house }).sort(), 'docs/internals/follow-a-buy.md']
const pages = ['README.md', ...guides.filter((page) => !last.includes(page)), ...last]
const ofHouse = new Set(['README.md', FIRST_HOUR])
const own = pages.filter((page) => !(page in runElsewhere) && toRun(page).length > 0)
const DEADLINE_MS = 540_000

let stack: DevStack
let kit: string
let receiverPort: number
beforeAll(async () => {
  kit = installPackedKit()
  copyFileSync(join(kit, 'node_modules/@afara/cli/examples/receiver.ts'), join(kit, 'receiver.ts'))
  mkdirSync(join(kit, 'home'))
  receiverPort = await findFreePort()
  stack = await raiseDevStack()
  // The first rates are published shortly after the worker starts.
  const headers = { 'svc-sec-key': stack.facts.testKey ?? '' }
  const readRates = async () => (await fetch(`${stack.otcUrl}/otc/buy`, { headers })).status
  while ((await readRates()) !== 200) await sleep(200)
})
afterAll(async () => {
  await stack?.stop()
  if (kit !== undefined) rmSync(dirname(kit), { recursive: true, force: true })
})

test.each(Object.entries(runElsewhere))('%s is tested by %s', (page, file) => {
  expect(read(file)).toContain(page.startsWith('docs/') ? basename(page) : page)
})

test('every exception matches an existing block', () => {
  const idle = exceptions.filter(
    ({ page, begins }) => !blocksOf(page).some(({ code }) => code.startsWith(begins)),
  )
  expect(idle).toEqual([])
})

test.each(own)('%s: every block does what the page says', async (page) => {
  const blocks = toRun(page)
  const scripts = blocks.map((block, place) => scriptOf(page, block, place))
  const isAboutHouse = ofHouse.has(page)
  const { steps, failure } = await runShellSession(scripts, {
    cwd: isAboutHouse ? house : kit,
    env: { ...environment(), ...(isAboutHouse ? stack.environment : {}), ...(await given(page)) },
    deadlineMs: DEADLINE_MS,
  })
  expect(failure).toBeUndefined()
  for (const [place, { answer, heading }] of blocks.entries()) {
    // Other pages show only a part of the output.
    if (answer === undefined || page !== 'docs/guides/integrate.md') continue
    expect([heading, plainOutput(steps[place]?.output ?? '')]).toEqual([heading, plainOutput(answer)])
  }
})

function blocksOf(page: string): Block[] {
  return readBlocks(read(page))
}

function toRun(page: string): Block[] {
  const isException = (code: string) =>
    exceptions.some((one) => one.page === page && code.startsWith(one.begins))
  return blocksOf(page).filter(({ code }) => !isException(code))
}

/** A TypeScript block is written to its own file, next to the installed packages. */
function scriptOf(page: string, { language, code }: Block, place: number): string {
  if (language === 'sh') return failAsShown(fillIn(code))
  const file = `${basename(page, '.md')}-${place}.ts`
  writeFileSync(join(kit, file), code)
  return `node ${file}`
}

/** Fills in the values of a reader, and the commands of a second terminal. */
function fillIn(script: string): string {
  const bought = "$(afara whereis order-1 --json | grep -o 'txn_[0-9a-f]*' | head -1)"
  return script
    .replaceAll('http://127.0.0.1:8080', stack.apiUrl)
    .replaceAll('http://127.0.0.1:8082', stack.otcUrl)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${receiverPort}`)
    .replaceAll('@127.0.0.1:5433/', `@${new URL(stack.environment.DATABASE_URL_OWNER ?? '').host}/`)
    .replaceAll('.stack/dev/seal-head', stack.environment.SEAL_HEAD_FILE ?? '')
    .replaceAll(/svc_test_(dev_)?…/g, stack.facts.testKey ?? '')
    .replaceAll('biz_…', stack.facts.businessId ?? '')
    .replaceAll('txn_…', bought)
    .replaceAll(/^afara listen --forward-to .*$/gm, '$& &')
}

/** If a page shows an error under a command, the command must fail with that error. */
function failAsShown(script: string): string {
  return script.replaceAll(
    /^(.+)\n# ((?:ERROR|row_changed): .*)$/gm,
    (_, command: string, error: string) =>
      `failure=$(${command} 2>&1) && exit 1\ngrep -F '${error}' <<<"$failure"`,
  )
}

function environment(): Record<string, string> {
  return {
    PATH: [join(kit, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: join(kit, 'home'),
    PORT: String(receiverPort),
    AFARA_URL: stack.apiUrl,
    NODE_COMPILE_CACHE: join(house, '.stack/compiled'),
    AFARA_KEY: stack.facts.testKey ?? '',
    AFARA_BUSINESS_ID: stack.facts.businessId ?? '',
    AFARA_LINK_TAG: stack.facts.linkTag ?? '',
  }
}

/** Returns the variables that a page expects to be set. */
async function given(page: string): Promise<Record<string, string>> {
  if (page !== 'docs/internals/follow-a-buy.md') return {}
  const KEY = stack.facts.testKey ?? ''
  const made = await fetch(`${stack.apiUrl}/sandbox/v1/scenarios/paid_exactly`, {
    method: 'POST',
    headers: { 'svc-sec-key': KEY, 'content-type': 'application/json' },
    body: '{}',
  })
  const { run } = (await made.json()) as { run: { transaction_id: string } }
  return { API: stack.apiUrl, KEY, TXN: run.transaction_id }
}
