import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDecidingWorld } from '../deciding-world.ts'

// Every line is a process of its own, and machines are shared.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

type Block = Readonly<{ heading: string; script: string }>

const ROOT = resolve(import.meta.dirname, '../../..')
const blocks = readBlocks(readFileSync(resolve(ROOT, 'docs/runbooks/money-in.md'), 'utf8'))

const world = await createDecidingWorld()
const { clock } = world
const HOUR = 3_600_000
const settings = {
  DATABASE_URL_OWNER: world.ownerUrl,
  CELL: 'dev',
  KEY_PEPPERS: `1:${'07'.repeat(32)}`,
}
const keys = { you: '', colleague: '' }

// What happens here is some days ago, so that the commands, which go by the machine's clock, come after it.
clock.advance(Date.now() - 10 * 24 * HOUR - clock.now().getTime())

beforeAll(async () => {
  // The first line of the runbook that makes something: each operator makes a key of their own.
  const [makeKey] = blocksUnder('Your key')
  for (const [who, email] of [
    ['you', 'bisi@afara.test'],
    ['colleague', 'chidi@afara.test'],
  ] as const) {
    const said = await run((makeKey?.script ?? '').replaceAll('you@example.com', email), '')
    keys[who] = /ops_dev_[0-9A-Za-z_]+/.exec(said)?.[0] ?? ''
  }
})
afterAll(world.close)

const payer = { accountNumber: '2222222222', bankCode: '000013', name: 'ADAEZE NGOZI OBI' } as const
const claimed = { payer: { ...payer, bankName: 'GTBank', accountName: 'Adaeze Obi' } }

test('a short payment, as the runbook says it: the buy goes on with what has arrived', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 50_000, claimed)
  await world.pay(account, 49_950, payer)
  clock.advance(HOUR)
  await world.match(account)
  clock.advance(49 * HOUR)
  await world.owner.query('select open_underpaid_case($1, $2, $3, $3)', [newId(), buy, clock.now()])

  const said = await follow('A short payment', { CASE: await world.caseOf(buy, 'underpaid') })
  expect(said).toContain('holds ₦49,950.00')
  expect(said).toContain('is done: go on with what has arrived')
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.heldBy(buy)).toBe('4995000')
})

test('an unmatched credit, as the runbook says it: it is given to the buy that it was for', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const stranger = { accountNumber: '3333333333', bankCode: '000014', name: 'EMEKA OKAFOR' } as const
  const credit = await world.pay(account, 75_000, stranger)
  clock.advance(25 * HOUR)
  await world.match(account)
  const buy = await world.claim(shop, account, 75_000, claimed)

  const said = await follow('An unmatched credit', {
    CASE: await world.caseOf(credit, 'unmatched'),
    PAYER: stranger.accountNumber,
    BUY: formatId('transaction', buy),
  })
  expect(said).toContain(`${account.number} (test, active): ₦75,000.00 in 1 credit`)
  expect(said).toContain(`is done: give ₦75,000.00 to ${formatId('transaction', buy)}`)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.findings()).toEqual([])
})

test('whoever follows it alone gets no further than the proposal', async () => {
  const account = await world.openAccount()
  const credit = await world.pay(account, 80_000, { ...payer, accountNumber: '4444444444' })
  clock.advance(25 * HOUR)
  await world.match(account)
  const caseId = await world.caseOf(credit, 'unmatched')
  await run(`npx afara ops propose ${caseId} --keep --reason "nobody asks for it"`, keys.you)
  await expect(run(`npx afara ops approve ${caseId}`, keys.you)).rejects.toThrow(/approval_by_same_person/)
})

test('npx finds the command from the folder of the project, on whatever Node the machine has', async () => {
  expect(await run('npx afara ops cases', keys.you, '')).toContain('Next: npx afara ops show cas_')
})

/** Runs every block of a section in turn, each at the terminal of the one it is for; returns all that was said. */
async function follow(heading: string, values: Readonly<Record<string, string>>): Promise<string> {
  const steps = blocksUnder(heading)
  expect(steps.map(({ script }) => script.split('\n', 1)[0])).toContain('# your colleague')
  const filled = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  let said = ''
  for (const { script } of steps) {
    const key = script.startsWith('# your colleague') ? keys.colleague : keys.you
    // What a reader fills in stays filled in.
    const commands = script.replaceAll(/^[A-Z]+=.*$/gm, '')
    said += await run([...filled, commands].join('\n'), key)
  }
  return said
}

// npm takes seconds to find a command that stands in this folder; that it does find it is shown once, at the end.
const WITHOUT_NPM = 'npx() { "bin/$1.js" "${@:2}"; }'

async function run(script: string, key: string, prelude = WITHOUT_NPM): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${prelude}\n${script}`], {
    cwd: ROOT,
    env: { ...process.env, ...settings, AFARA_OPERATOR_KEY: key },
  })
  return stdout
}

function blocksUnder(heading: string): Block[] {
  const found = blocks.filter((block) => block.heading === heading)
  expect(found.length, `the runbook has commands under "${heading}"`).toBeGreaterThan(0)
  return found
}

function readBlocks(text: string): Block[] {
  return [...text.matchAll(/^```sh\n(?<script>.*?)^```$/gms)].map(({ index, groups }) => ({
    heading: text.slice(text.lastIndexOf('\n## ', index) + 4).split('\n', 1)[0] ?? '',
    script: groups?.script ?? '',
  }))
}
