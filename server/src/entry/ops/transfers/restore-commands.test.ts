import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createLaneWorld } from '../../../../test/lane-world.ts'
import { lossExpense, receivable } from '../../../../test/ledger-accounts.ts'
import { planAdoption, proposeAdoption } from '../../../flows/restores/adoption.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { sumAccount } from '../../../records/ledger/ledger-store.ts'
import { clearBuy } from '../../../records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../../records/transactions/transaction-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createLaneWorld()
const { evm, owner, clock, lane } = world
const people = new Map<string, string>()
const references = ['lost-1', 'lost-2', 'lost-3']
let first = 0n

async function ops(who: string, line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(owner.options.connectionString ?? '', `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: world.deps.chains, journal: world.signer }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

/** The chain has three payments that the database lost. Two operators adopted them, and nobody has requested their buys again. */
beforeAll(async () => {
  for (const name of ['bisi', 'chidi']) {
    const by = { actor: 'system:test', reason: 'a test' }
    people.set(name, (await hireOperator(owner, { email: `${name}@afara.test`, name, ...by })).id)
  }
  const signal = AbortSignal.timeout(30_000)
  const terms = await evm.chain.suggestTerms(signal)
  const { lockLatest } = await evm.chain.readLane({ address: lane.address, nextLock: 0n }, signal)
  first = lockLatest
  const locks = await Promise.all(
    references.map(async (reference, place) => {
      const order = { lock: first + BigInt(place), to: evm.newWallet(), tokensMinor: 99_900n }
      const signed = await evm.sign(await evm.chain.prepare({ from: lane.address, ...order, terms }))
      const ids = { transferId: newId(), rightId: newId(), transactionId: newId() }
      const rightKey = `${world.business}/test/${reference}/delivery/1`
      return { ...order, ...ids, rightKey, credits: [], attempts: [{ kind: 'pay' as const, ...signed }] }
    }),
  )
  await evm.chain.broadcast(
    locks.flatMap(({ attempts }) => attempts.map(({ raw }) => raw)),
    signal,
  )
  await evm.mine(1)
  await evm.finalize()
  world.theJournalSays(first + 3n, locks)
  await world.round()
  const halted = { ...lane, mode: 'test', network: 'Polygon', nextLock: first } as const
  const plan = await planAdoption({ chains: world.deps.chains, journal: world.signer }, halted)
  const caseId = await openCase(lane.id)
  const asked = { plan, caseId, operatorId: people.get('bisi') ?? '', reason: 'a restore' }
  await proposeAdoption({ pool: owner, clock, signing: softwareSigning() }, asked)
  await ops('chidi', `approve cas_${caseId.replaceAll('-', '')}`)
  await world.thaw()
})
afterAll(world.close)

async function openCase(subject: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where kind = 'restored' and state <> 'resolved' and facts ->> 'subject' = $1`,
    [subject],
  )
  return rows[0]?.id ?? ''
}
const inTransit = async () => (await sumAccount(owner, 'test', { kind: 'transit', owner: '' }, 'NGNC')).minor

/** Requests with one operator and approves with the other. */
async function together(line: string): Promise<string> {
  const asked = await ops('bisi', line, '--reason', 'they keep no requests, and say so')
  expect(asked.errors).toBe('')
  const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  return (await ops('chidi', `approve ${caseId}`)).text
}

test('tokens that arrived without a buy are listed with their purpose', async () => {
  const { text } = await ops('bisi', 'write-off')
  expect(text).toContain(`test:Polygon:1, lock ${first}`)
  expect(text).toContain('reference lost-1')
  expect(await inTransit()).toBe(3n * 99_900n)
  const wrong = await ops('bisi', `write-off test:Polygon:1 ${first}`, '--reason', 'x')
  expect(wrong.errors).toContain('--loss or --business')
  expect((await ops('bisi', 'write-off test:Polygon:1 999 --loss', '--reason', 'x')).errors).toContain(
    'has no tokens to write off',
  )
})

test('two operators write such tokens off as our loss or as a debt of the business; a case stays open until nothing is left', async () => {
  expect(await together(`write-off test:Polygon:1 ${first} --loss`)).toContain('we bear the loss')
  expect(await openCase(`adopted:${lane.id}`)).not.toBe('')
  expect(await together(`write-off test:Polygon:1 ${first + 1n} --business`)).toContain('owes it')
  expect((await sumAccount(owner, 'test', lossExpense, 'NGNC')).minor).toBe(99_900n)
  expect(await sumAccount(owner, 'test', receivable(world.business), 'NGN')).toEqual(money('NGN', 99_900n))
  expect(await inTransit()).toBe(99_900n)
  const again = await ops('bisi', `write-off test:Polygon:1 ${first} --loss`, '--reason', 'x')
  expect(again.errors).toContain('has no tokens to write off')
  await together(`write-off test:Polygon:1 ${first + 2n} --loss`)
  expect(await openCase(`adopted:${lane.id}`)).toBe('')
  expect(await inTransit()).toBe(0n)
  expect(await world.findings()).toEqual([])
})

test('a buy that arrives later receives what was sent for it, and the write-off is reversed', async () => {
  const { rows } = await owner.query<{ address: string }>(
    'select address from adopted_lock where lane_id = $1 and lock = $2',
    [lane.id, first.toString()],
  )
  const buy = await world.claim(world.business, world.account, 1_000, {
    reference: 'lost-1',
    fee: money('NGN', 100n),
    wallet: { network: 'Polygon', address: rows[0]?.address ?? '' },
  })
  await world.pay(world.account, 1_000)
  await world.match(world.account)
  const paid = await findTransaction(owner, buy)
  if (paid === undefined) throw new Error('there is no such buy')
  await clearBuy(world.worker, paid, { list: undefined, subjects: [], hits: [] }, clock.now())
  await world.round()
  await world.round()
  expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.transfersOf(buy)).toMatchObject([{ lock: first.toString(), state: 'final_ok' }])
  expect((await sumAccount(owner, 'test', lossExpense, 'NGNC')).minor).toBe(99_900n)
  expect(await inTransit()).toBe(0n)
  expect(await world.findings()).toEqual([])
})
