import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createPayoutWorld } from '../../../../test/payout-world.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { noteRunways } from '../../../movements/treasury/float-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createPayoutWorld()
let account = ''
const HOUR_MS = 3_600_000

beforeAll(async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  await hireOperator(world.owner, { email: 'bisi@afara.test', name: 'bisi', ...why })
  account = await world.openAccount('paystack', 10_000)
  await world.owner.query(`select open_lane(gen_random_uuid(), 'test', 'Polygon', 1, '0x01', 0, $1)`, [
    world.clock.now(),
  ])
})
afterAll(world.close)

async function float(...more: string[]): Promise<string> {
  const out: string[] = []
  const code = await runOps(['ops', 'float', ...more], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, 'bisi@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  expect(code).toBe(0)
  return out.join('\n')
}

const cases = async () => {
  const { rows } = await world.owner.query<{ summary: string }>(
    `select summary from case_file where kind = 'float_low' and state <> 'resolved'`,
  )
  return rows.map(({ summary }) => summary)
}
const note = async () => noteRunways(world.worker, 2 * HOUR_MS, world.clock.now())

test('a balance without debits does not run out', async () => {
  world.payer.has(10_000_00n)
  await world.round(account)
  const text = await float()
  expect(text).toContain('Payout accounts: naira we pay from')
  expect(text).toMatch(/₦10,000\.00 at the vendor .* ago; no debits in the last hour/)
  expect(text).toMatch(/test:Polygon:1 .*\n {4}not read yet; no debits in the last hour/)
  expect(await note()).toBe(0)
})

test('the debits of the last hour show how long the remainder lasts, and one case is opened', async () => {
  await world.clear(4, 1_000)
  await world.round(account)
  await world.clear(1, 2_001)
  // 4,002 left in an hour. 2,000 of the 5,998 in the ledger are promised.
  expect(await float()).toMatch(
    /₦5,998\.00 +₦4,002\.00 +₦2,000\.00 +₦4,002\.00\n.*empty in 59 min at this rate/,
  )
  const place = (JSON.parse(await float('--json')) as Record<string, unknown>[]).find(
    ({ id }) => id === account,
  )
  expect(place).toMatchObject({
    kind: 'payout_account',
    ledger_minor: '599800',
    in_flight_minor: '400200',
    promised_minor: '200000',
    runway_seconds: 3596,
  })
  expect(await note()).toBe(1)
  expect(await note()).toBe(1)
  expect(await cases()).toEqual([
    expect.stringMatching(
      /^The balance of payout account paystack:.* lasts less than 2 hours at the rate of the last hour\.$/,
    ),
  ])
})

test('when the balance is sufficient again the case is closed', async () => {
  await world.owner.query(
    `select fund_payout_account(gen_random_uuid(), $1, 1000000, 'a test', 'system:test', $2)`,
    [account, world.clock.now()],
  )
  expect(await note()).toBe(0)
  expect(await cases()).toEqual([])
})

test('the metrics show the same balances as the command', async () => {
  const { rows } = await world.owner.query<{ name: string; value: number }>(
    `select name, value from treasury_figures($1) where labels ->> 'kind' = 'payout_account' order by name`,
    [world.clock.now()],
  )
  expect(rows.map(({ name, value }) => [name, Math.floor(value)])).toEqual([
    ['float_minor', 1_599_800],
    ['float_promised_minor', 200_000],
    ['float_runway_seconds', 12_591],
  ])
})
