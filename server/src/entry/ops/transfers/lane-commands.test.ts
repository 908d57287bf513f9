import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../../test/clearing-world.ts'
import { connectAs } from '../../../../test/connect-as.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createClearingWorld()
const { owner, clock } = world
// Commands use the real time, so the test does too.
clock.advance(Date.now() - clock.now().getTime())
const lane = await world.openLane(1)
const COIN = 10n ** 18n

afterAll(world.close)

async function ops(who: string, line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

async function ask(what: string): Promise<string> {
  const asked = await ops('bisi', `lane top-up test:Polygon:1 ${what}`, '--reason', 'minted this morning')
  expect(asked.errors).toBe('')
  return /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
}

const refused = async (what: string) =>
  (await ops('bisi', `lane top-up ${what} test:Polygon:1`, '--reason', 'minted')).errors

/** Records a reading of the wallet's balances on the chain, taken `secondsAgo` seconds ago. */
async function theChainShows(naira: number, coins: bigint, secondsAgo = 0): Promise<void> {
  const at = new Date(Date.now() - secondsAgo * 1_000)
  await owner.query(`select note_reading($1, take_lane($1, 'a test', $4, 10000), $2, $3, 1, $4)`, [
    lane,
    naira * 100,
    coins * COIN,
    at,
  ])
}

async function books(): Promise<{ float: string; gas: string }> {
  const { rows } = await owner.query<{ float: string; gas: string }>(
    `select coalesce((select sum(amount_minor::numeric) from balance where kind = 'float'), 0)::text as float,
       account_sum('test', 'gas', 'Polygon', 'POL')::text as gas`,
  )
  return rows[0] ?? { float: '', gas: '' }
}

/** Opens the waiting transfers of the lane. Returns how many. */
async function open(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `with held as materialized (select take_lane($1, 'a test', $2, 10000) as fence),
       checked as materialized (select h.fence, check_lane($1, h.fence, 0, 0, $2) as is_well from held h)
     select count(o.*)::integer as count from checked c cross join lateral open_transfers($1, c.fence, 50, $2) o`,
    [lane, new Date()],
  )
  return rows[0]?.count ?? -1
}

test('a lane whose chain was not read within the last four minutes cannot be topped up', async () => {
  expect(await refused('--tokens 1000')).toMatch(
    /lane_not_funded.*was not read within the last four minutes/s,
  )
  await theChainShows(1_000_000, 5n, 241)
  expect(await refused('--tokens 1000')).toContain('was not read within the last four minutes')
})

test('only amounts that the chain shows are booked', async () => {
  await theChainShows(50_000, 5n)
  expect(await refused('--tokens 50000.01')).toContain('at most ₦50,000.00 of tokens can be booked')
  expect(await refused('--gas 5.5')).toContain('at most 5 POL can be booked')
  expect(await refused('--tokens 0')).toContain('Pass --tokens, --gas or both')
  expect(await refused('--tokens 1.234')).toContain('amount_too_fine')
  expect(await books()).toEqual({ float: '0', gas: '0' })
})

test('two operators top up a lane, and the buy that waited for float is opened', async () => {
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  await theChainShows(50_000, 5n)
  expect(await open()).toBe(0)
  expect((await ops('bisi', 'cases --kind cannot_deliver')).text).toContain('cannot_deliver')

  const caseId = await ask('--tokens ₦50,000 --gas 4.5')
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  expect(await refused('--tokens 1')).toMatch(/proposal_waiting/)
  expect((await ops('chidi', `show ${caseId}`)).text.replace(/\s+/g, ' ')).toContain(
    'book 50,000.00 NGNC and 4.5 POL that was added to Polygon lane 1',
  )
  expect((await ops('chidi', `approve ${caseId}`)).text).toContain('is done: book 50,000.00 NGNC and 4.5 POL')
  expect(await books()).toEqual({ float: '5000000', gas: (45n * 10n ** 17n).toString() })
  expect((await ops('bisi', 'cases --kind cannot_deliver')).text).toContain('No open cases')
  expect(await open()).toBe(1)
})

test('tokens in flight count as if they were still in the wallet', async () => {
  await theChainShows(50_000, 5n)
  expect(await refused('--tokens 1')).toContain('at most ₦0.00 of tokens can be booked')
  await theChainShows(60_000, 5n)
  expect(await refused('--tokens 10000.01')).toContain('at most ₦10,000.00 of tokens can be booked')
  const caseId = await ask('--tokens 10000')
  expect((await ops('chidi', `decline ${caseId}`, '--reason', 'not ours')).code).toBe(0)
})

test('tokens that left the wallet between request and approval are not booked', async () => {
  await theChainShows(60_000, 5n)
  const caseId = await ask('--tokens 10000')
  await theChainShows(59_999, 5n)
  expect((await ops('chidi', `approve ${caseId}`)).errors).toMatch(/lane_not_funded.*₦9,999\.00/s)
  await theChainShows(60_000, 5n, 241)
  expect((await ops('chidi', `approve ${caseId}`)).errors).toContain(
    'was not read within the last four minutes',
  )
  await theChainShows(60_000, 5n)
  expect((await ops('chidi', `approve ${caseId}`)).errors).toBe('')
})

test('tokens that arrived after the chain was read do not count as a top-up', async () => {
  await theChainShows(60_000, 5n, 20)
  const held = `$1, take_lane($1, 'a test', $2, 10000)`
  const told = [lane, new Date()]
  await owner.query(
    `select from store_signed(${held}, (select json_agg(json_build_object('transfer_id', f.id, 'kind', 'pay', 'raw', '00',
       'hash', '0x01', 'fees', '{}'::json)) from transfer f where f.lane_id = $1), $2)`,
    told,
  )
  await owner.query(
    `select finish_transfers(${held}, (select json_agg(json_build_object('transfer_id', f.id, 'state', 'final_ok', 'hash', '0x01',
       'evidence', '{}'::json, 'gas_units', 0)) from transfer f where f.lane_id = $1), $2)`,
    told,
  )
  expect(await refused('--tokens 1')).toContain('at most ₦0.00 of tokens can be booked')
  const left = 40_000
  await theChainShows(left + 500, 5n, -6)
  expect(await refused('--tokens 500.01')).toContain('at most ₦500.00 of tokens can be booked')
})

test('the ledger has exactly what was decided', async () => {
  expect(await world.findings()).toEqual([])
  await expect(
    owner.query(`select carry_out_top_up(id, now()) from case_file where ended = 'approved' limit 1`),
  ).rejects.toMatchObject({ code: 'AF032' })
})
