import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAdoptionWorld } from '../../../test/adoption-world.ts'
import { clearedWithdrawal } from '../../../test/cleared-withdrawal.ts'
import { requestWithdrawal } from '../../../test/request-withdrawal.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { hastenAwaitedComparing, hastenComparing } from '../../movements/transfers/restored-lane-store.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { approveCase } from '../cases/approve-case.ts'
import { proposeResolution, requestChange } from '../cases/propose-resolution.ts'

const world = await createAdoptionWorld()
const { evm, owner, clock, lane, deps, bisi, chidi } = world
const { before, difference, caseOf, propose, approve, adopt } = world
const { nextLock, remember, sign, send, cleared, unknownBuy } = world
beforeEach(world.renewTerms)
afterAll(world.close)

const giveBalance = async (naira: number): Promise<void> => {
  const postings = [posting(capital, business(world.business), money('NGNC', BigInt(naira) * 100n))]
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: clock.now(),
    postings,
  })
}

const isFrozen = async (): Promise<boolean> => {
  const { rows } = await owner.query('select from freeze_order where lifted_at is null')
  return rows.length > 0
}

test('two operators adopt transfers that were sent before a restore, and each buy receives its own', async () => {
  const [first, second] = [await cleared(), await cleared()]
  const lock = await nextLock()
  const [one, two] = [await sign(lock, first), await sign(lock + 1n, second)]
  await send(one, two)
  world.theJournalSays(lock + 2n, [remember(lock, first, [one]), remember(lock + 1n, second, [two])])

  await world.round()
  expect(await isFrozen()).toBe(true)
  expect(await world.statusOf(first.transactionId)).toBe('cleared')
  await adopt()
  expect(await nextLock()).toBe(lock + 2n)
  expect(await world.findings()).toEqual([])
  expect(await difference()).toBe(before)

  await world.thaw()
  await world.round()
  expect(await world.statusOf(first.transactionId)).toBe('sending')
  await world.settle()
  for (const { transactionId, tokensMinor } of [first, second]) {
    expect(await world.statusOf(transactionId)).toBe('completed')
    expect(await world.delivered(transactionId)).toBe(tokensMinor)
  }
  expect(await caseOf(`adopted:${lane.id}`)).toBeUndefined()
  expect(await world.findings()).toEqual([])
  expect(await difference()).toBe(before)
})

test('a withdrawal that was sent before a restore gets its lock when it is requested again', async () => {
  const { id, address, minor, reference } = await clearedWithdrawal(world, 700)
  const lost = { transactionId: id, to: address, tokensMinor: minor, reference }
  const lock = await nextLock()
  const sent = await sign(lock, lost)
  await send(sent)
  world.theJournalSays(lock + 1n, [remember(lock, lost, [sent], 'withdrawal')])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  expect(await world.statusOf(id)).toBe('sending')
  await world.settle()
  expect([await world.statusOf(id), await evm.tokensOf(address)]).toEqual(['completed', minor])
  expect(await world.findings()).toEqual([])
  expect(await difference()).toBe(before)
})

test('after a restore a business cannot withdraw the same balance again under another reference', async () => {
  const lost = { ...unknownBuy(), tokensMinor: 70_000n }
  const lock = await nextLock()
  const sent = await sign(lock, lost)
  await send(sent)
  await evm.finalize()
  // Accepted before the loss was noticed. It takes the whole restored balance.
  const early = await clearedWithdrawal(world, 700)
  world.theJournalSays(lock + 1n, [remember(lock, lost, [sent], 'withdrawal')])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  // The journal does not say yet whose balance was paid out, so no balance can be spent.
  await giveBalance(5)
  const small = { businessId: world.business, amount: money('NGNC', 500n), at: clock.now() }
  await world.thaw()
  const toNew = { ...small, wallet: { network: 'Polygon', address: evm.newWallet() } }
  await expect(requestWithdrawal(world.api, toNew)).rejects.toThrow('insufficient_balance')
  await adopt()
  await world.thaw()
  const rounds = async () => {
    clock.advance(61_000)
    await world.round()
    await world.settle()
    await world.settle()
  }
  await rounds()
  expect([await world.statusOf(early.id), await evm.tokensOf(early.address)]).toEqual(['on_hold', 0n])

  await giveBalance(700)
  const { rows: held } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and kind = 'cannot_deliver' and state <> 'resolved'`,
    [early.id],
  )
  const onHold = formatId('case', held[0]?.id ?? '')
  const letGo = { caseId: onHold, operatorId: bisi, wanted: { action: 'release' }, reason: 'it is covered' }
  await proposeResolution({ pool: owner, clock, signing: softwareSigning() }, letGo)
  await approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId: onHold, operatorId: chidi })
  const wallet = { network: 'Polygon', address: evm.newWallet() }
  const again = { businessId: world.business, amount: money('NGNC', 70_000n), wallet, at: clock.now() }
  await expect(requestWithdrawal(world.api, again)).rejects.toThrow('insufficient_balance')
  await rounds()
  expect([await world.statusOf(early.id), await evm.tokensOf(early.address)]).toEqual(['completed', 70_000n])

  // The request is never repeated. Two operators book the payment against the balance that it left.
  const resolution = {
    action: 'write_off' as const,
    lane_id: lane.id,
    lock: lock.toString(),
    right_key: `${world.business}/test/${lost.reference}/withdrawal/1`,
    tokens_minor: '70000',
    business_id: world.business,
  }
  const change = { mode: 'test' as const, facts: { subject: 'write-off' }, summary: 'a test', resolution }
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    { change, operatorId: bisi, reason: 'it keeps no requests' },
  )
  await approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId, operatorId: chidi })
  await expect(requestWithdrawal(world.api, again)).rejects.toThrow('insufficient_balance')
  await giveBalance(700)
  await requestWithdrawal(world.api, again)
  expect(await world.findings()).toEqual([])
})

test('tokens whose buy is lost for ever are in transit with an open case, and the lane continues', async () => {
  const [lost, next] = [unknownBuy(), await cleared()]
  const lock = await nextLock()
  const attempt = await sign(lock, lost)
  await send(attempt)
  world.theJournalSays(lock + 1n, [remember(lock, lost, [attempt])])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.statusOf(next.transactionId)).toBe('completed')
  expect(await caseOf(`adopted:${lane.id}`)).toBeDefined()
  expect(await evm.tokensOf(lost.to)).toBe(lost.tokensMinor)
  expect(await difference()).toBe(before)
  expect(await world.findings()).toEqual([])
})

test('a repeated request with another wallet is not sent: something was sent under its reference', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  const other = { ...lost, to: evm.newWallet() }
  const attempt = await sign(lock, other)
  await send(attempt)
  world.theJournalSays(lock + 1n, [remember(lock, other, [attempt])])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  expect(await world.statusOf(lost.transactionId)).toBe('on_hold')
  expect(await world.delivered(lost.transactionId)).toBe(0n)
  expect(await world.findings()).toEqual([])
})

test('what has changed since it was proposed is not taken over, though another person approves it', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  const attempt = await sign(lock, lost)
  await send(attempt)
  world.theJournalSays(lock + 1n, [remember(lock, lost, [attempt])])
  await world.round()
  const caseId = await propose()
  const sayIt = async (end: string | null) =>
    owner.query(`update adopted_lock set end_state = $2 where lane_id = $1 and state = 'proposed'`, [
      lane.id,
      end,
    ])
  await sayIt('final_void')
  await expect(approve(caseId)).rejects.toThrow('the locks to adopt differ from the proposal')
  await sayIt(null)
  await approve(caseId)
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await world.statusOf(lost.transactionId)).toBe('completed')
  expect(await world.delivered(lost.transactionId)).toBe(lost.tokensMinor)
})

test('a request that comes back with another amount is not sent at all: something was sent under its reference', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  const other = { ...lost, tokensMinor: lost.tokensMinor - 1n }
  const attempt = await sign(lock, other)
  await send(attempt)
  world.theJournalSays(lock + 1n, [remember(lock, other, [attempt])])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  expect(await world.statusOf(lost.transactionId)).toBe('on_hold')
  expect(await world.transfersOf(lost.transactionId)).toEqual([])
  expect(await world.findings()).toEqual([])
})

test('a lock that is on the chain and not in the journal cannot be adopted', async () => {
  const lock = await nextLock()
  await evm.strangerUses(lock)
  await evm.mine(1)
  world.theJournalSays(lock, [])
  await world.round()
  await expect(adopt()).rejects.toThrow('Somebody else has the key')
})

test.each([
  ['a worker that starts after a restore compares every lane at once', hastenComparing, deps.pool],
  [
    'after PostgreSQL restarted, a lane that balances wait for is compared soon',
    hastenAwaitedComparing,
    owner,
  ],
])('%s', async (_, hasten, pool) => {
  const later = new Date(clock.now().getTime() + 60_000)
  const due = async () => {
    const { rows } = await owner.query<{ due_at: Date }>('select due_at from wake where subject_id = $1', [
      lane.id,
    ])
    return rows[0]?.due_at
  }
  await owner.query('update wake set due_at = $2, nudge_due_at = $2 where subject_id = $1', [lane.id, later])
  await owner.query(
    `update lane set state = 'active', halted_because = null, checked_start = pg_postmaster_start_time()`,
  )
  await hasten(pool, clock.now())
  expect(await due()).toEqual(later)
  await owner.query(`update lane set checked_start = 'yesterday' where id = $1`, [lane.id])
  await hasten(pool, clock.now())
  expect(await due()).toEqual(clock.now())
})
