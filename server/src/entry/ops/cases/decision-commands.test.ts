import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createReturningWorld } from '../../../../test/returning-world.ts'
import { formatId, newId } from '../../../kernel/ids/ids.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createReturningWorld()
const WALLET = '0xde709f2102306220921060314715629080e2fb77'
const WHY = ['--reason', 'the business wrote'] as const
let account = ''

beforeAll(async () => {
  account = await world.openPayoutAccount('main', 1_000_000)
  await world.openLane(1)
})
afterAll(world.close)

/** Runs a line as an operator would type it, with the key of one of the two. */
async function ops(who: string, ...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...args], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n').replace(/\s+/g, ' '), errors: errors.join('\n') }
}

async function overDeposited() {
  const sold = await world.sellFromWallet(1_000)
  await world.mine('Polygon', [{ to: sold.address, minor: 150_000 }])
  return { ...sold, caseId: await world.caseOf(sold.sell, 'over_deposited') }
}

test('a case about surplus tokens shows the command for each possible decision', async () => {
  const { caseId } = await overDeposited()
  const { text } = await ops('bisi', 'show', caseId)
  expect(text).toContain(`npx afara ops propose ${caseId} --to-balance`)
  expect(text).toContain(
    `npx afara ops propose ${caseId} --return-to-wallet <address> --network <name> --evidence`,
  )
})

test('surplus tokens go to a wallet: one operator names the wallet and who confirmed it, the other sees both and approves', async () => {
  const { shop, caseId } = await overDeposited()
  const to = ['--return-to-wallet', WALLET, '--network', 'polygon']
  expect((await ops('bisi', 'propose', caseId, '--return-to-wallet', WALLET, ...WHY)).errors).toMatch(
    /--network/,
  )
  expect((await ops('bisi', 'propose', caseId, ...to, ...WHY)).errors).toMatch(/--evidence/)
  const secret = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
  const typed = await ops(
    'bisi',
    'propose',
    caseId,
    '--return-to-wallet',
    secret,
    '--network',
    'Polygon',
    ...WHY,
  )
  expect(typed.errors).toMatch(/wallet_address/)
  expect(typed.errors).not.toContain(secret)
  const said = await ops('bisi', 'propose', caseId, ...to, '--evidence', 'mail of its director', ...WHY)
  expect(said.text).toContain('return 500.00 NGNC')
  expect(said.text).toContain('on Polygon. Confirmed by the business: "mail of its director"')
  expect((await ops('bisi', 'approve', caseId)).errors).toMatch(/Another operator must approve/)
  expect((await ops('chidi', 'approve', caseId)).text).toContain('is done: return 500.00 NGNC')
  expect(await world.withdrawalsOf(shop)).toMatchObject([{ amount: '50000', network: 'Polygon' }])
})

test('surplus tokens go into the balance instead', async () => {
  const { shop, caseId } = await overDeposited()
  await ops('bisi', 'propose', caseId, '--to-balance', ...WHY)
  expect((await ops('chidi', 'approve', caseId)).text).toContain('to the balance of the business')
  expect(await world.tokensOf(shop)).toBe(50_000n)
})

/** Adds a line of the vendor's own ledger. */
async function bookLine(direction: 'debit' | 'credit', minor: number): Promise<string> {
  const line = {
    external_id: newId(),
    at: world.clock.now(),
    direction,
    amount_minor: minor,
    reference: null,
  }
  const { rows } = await world.owner.query<{ fence: string }>(
    `select take_payouts($1, 'a test', 60000) as fence`,
    [account],
  )
  const fence = rows[0]?.fence
  const lines = JSON.stringify([{ ...line, kind: 'other' }])
  await world.owner.query(`select record_payout_lines($1, $2, $3, '', true, $4, $4)`, [
    account,
    fence,
    lines,
    world.clock.now(),
  ])
  await world.owner.query('select release_payouts($1, $2)', [account, fence])
  const found = await world.owner.query<{ id: string }>(
    `select id from case_file where kind = 'payout_unexplained' and facts ->> 'line' = $1`,
    [line.external_id],
  )
  return formatId('case', found.rows[0]?.id ?? '')
}

test('a debit without an order is explained, and then the account is resumed', async () => {
  const caseId = await bookLine('debit', 70_000)
  const shown = await ops('bisi', 'show', caseId)
  expect(shown.text).toContain('--explain <capital|return|payout|loss|charge|vendor|somebody> --evidence')
  const explain = async (...more: string[]) => ops('bisi', 'propose', caseId, '--explain', ...more, ...WHY)
  expect((await explain('nothing')).errors).toMatch(/--explain with one of capital, return/)
  expect((await explain('loss')).errors).toMatch(/--evidence/)
  expect((await explain('vendor', '--evidence', 'ticket 88213')).text).toContain('the vendor owes it to us')
  expect((await ops('chidi', 'approve', caseId)).code).toBe(0)
  const asked = await ops('bisi', 'payout-account', 'resume', 'test:paystack:main', '--reason', 'it is owed')
  const request = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('chidi', 'approve', request)).text).toContain('resume payouts from the account')
  expect((await ops('bisi', 'cases', '--kind', 'payout_unexplained')).text).toContain('No open cases')
})

test('an unexpected credit stays in suspense with the name of its owner', async () => {
  const caseId = await bookLine('credit', 12_345)
  const words = ['--explain', 'somebody', '--whose', 'Musa Ibrahim', '--evidence', 'his bank’s letter']
  expect((await ops('bisi', 'propose', caseId, ...words, ...WHY)).text).toContain(
    'in suspense for Musa Ibrahim',
  )
  expect((await ops('chidi', 'approve', caseId)).code).toBe(0)
  expect((await ops('bisi', 'propose', caseId, ...words, ...WHY)).errors).toMatch(/case_resolved/)
})

test('the help mentions buys and sells', async () => {
  const { text } = await ops('bisi', 'propose', '--help')
  for (const words of [
    'tokens of a sell',
    '--to-balance',
    '--return-to-wallet',
    '--explain',
    'or the bank that it paid',
  ])
    expect(text).toContain(words)
})
