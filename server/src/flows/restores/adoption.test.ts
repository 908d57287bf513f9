import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearedWithdrawal } from '../../../test/cleared-withdrawal.ts'
import { createLaneWorld } from '../../../test/lane-world.ts'
import { requestWithdrawal } from '../../../test/request-withdrawal.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import type { LanePlace } from '../../movements/transfers/chain.ts'
import { hastenComparing } from '../../movements/transfers/restored-lane-store.ts'
import type { JournalAttempt, JournalLock } from '../../movements/transfers/signer.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { createOperator } from '../../records/operators/manage-operators.ts'
import { approveCase } from '../cases/approve-case.ts'
import { proposeResolution, requestChange } from '../cases/propose-resolution.ts'
import { planAdoption, proposeAdoption } from './adoption.ts'

const world = await createLaneWorld()
const { evm, owner, clock, lane, deps } = world
afterAll(world.close)

const hire = async (name: string) => {
  const by = { actor: 'system:test', reason: 'a test' }
  return (await createOperator(owner, { email: `${name}@afara.test`, name, ...by })).id
}
const [bisi, chidi] = [await hire('bisi'), await hire('chidi')]
const signal = () => AbortSignal.timeout(10_000)
let terms = await evm.chain.suggestTerms(signal())
beforeEach(async () => {
  terms = await evm.chain.suggestTerms(signal())
})

type Lost = Readonly<{ transactionId: string; to: string; tokensMinor: bigint; reference: string }>

const nextLock = async (): Promise<bigint> => {
  const { rows } = await owner.query<{ next_lock: string }>('select next_lock from lane where id = $1', [
    lane.id,
  ])
  return BigInt(rows[0]?.next_lock ?? '0')
}

/** Returns the journal's record of a lock that our rows do not have. */
const remember = (
  lock: bigint,
  lost: Lost,
  attempts: readonly JournalAttempt[],
  purpose = 'delivery',
): JournalLock => ({
  lock,
  rightKey: `${world.business}/test/${lost.reference}/${purpose}/1`,
  transferId: newId(),
  rightId: newId(),
  transactionId: lost.transactionId,
  to: lost.to,
  tokensMinor: lost.tokensMinor,
  credits: [],
  attempts,
})

const sign = async (lock: bigint, { to, tokensMinor }: Lost): Promise<JournalAttempt> => {
  const unsigned = await evm.chain.prepare({ from: lane.address, lock, to, tokensMinor, terms })
  return { kind: 'pay', ...(await evm.sign(unsigned)) }
}

const send = async (...attempts: readonly JournalAttempt[]): Promise<void> => {
  await evm.chain.broadcast(
    attempts.map(({ raw }) => raw),
    signal(),
  )
  await evm.mine(1)
}

/** Returns a cleared buy that a process sent before its rows were lost. */
const cleared = async (): Promise<Lost> => {
  const [id = ''] = await world.clear(1)
  const { rows } = await owner.query<{ address: string; tokens: string; reference: string }>(
    `select d.address, d.tokens_minor as tokens, t.reference from delivery d join transaction t on t.id = d.transaction_id
     where d.transaction_id = $1`,
    [id],
  )
  const [row] = rows
  return {
    transactionId: id,
    to: row?.address ?? '',
    tokensMinor: BigInt(row?.tokens ?? '0'),
    reference: row?.reference ?? '',
  }
}

const unknownBuy = (): Lost => ({
  transactionId: newId(),
  to: evm.newWallet(),
  tokensMinor: 55_500n,
  reference: `lost-${newId()}`,
})

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

const caseOf = async (subject: string): Promise<string | undefined> => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where kind = 'restored' and state <> 'resolved' and facts ->> 'subject' = $1`,
    [subject],
  )
  return rows[0]?.id
}

/** An operator proposes to adopt the locks of the journal and the chain. Returns the case. */
const propose = async (): Promise<string> => {
  const halted = { ...lane, mode: 'test' as const, network: 'Polygon' as const, nextLock: await nextLock() }
  const plan = await planAdoption({ chains: deps.chains, journal: world.signer }, halted)
  const caseId = (await caseOf(lane.id)) ?? ''
  const asked = { plan, caseId, operatorId: bisi, reason: 'the database was restored' }
  await proposeAdoption({ pool: owner, clock }, asked)
  return formatId('case', caseId)
}

const approve = async (caseId: string): Promise<unknown> =>
  approveCase({ pool: owner, clock }, { caseId, operatorId: chidi })

const adopt = async (): Promise<void> => {
  await approve(await propose())
}

const isFrozen = async (): Promise<boolean> => {
  const { rows } = await owner.query('select from freeze_order where lifted_at is null')
  return rows.length > 0
}

/** Tokens of the lane's wallet on the chain less the float of the lane in the ledger. */
const difference = async (): Promise<bigint> => {
  const { rows } = await owner.query<{ minor: string }>(
    `select amount_minor as minor from balance where kind = 'float' and owner = 'Polygon:1'`,
  )
  return (await evm.tokensOf(lane.address)) - BigInt(rows[0]?.minor ?? '0')
}
// The test setup gave the wallet and the ledger different amounts.
const before = await difference()

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
  await proposeResolution({ pool: owner, clock }, letGo)
  await approveCase({ pool: owner, clock }, { caseId: onHold, operatorId: chidi })
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
  const caseId = await requestChange(
    { pool: owner, clock },
    { change, operatorId: bisi, reason: 'it keeps no requests' },
  )
  await approveCase({ pool: owner, clock }, { caseId, operatorId: chidi })
  await expect(requestWithdrawal(world.api, again)).rejects.toThrow('insufficient_balance')
  await giveBalance(700)
  await requestWithdrawal(world.api, again)
  expect(await world.findings()).toEqual([])
})

test('adopted bytes that never reached the chain are sent, and pay once', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [await sign(lock, lost)])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.statusOf(lost.transactionId)).toBe('completed')
  expect(await world.delivered(lost.transactionId)).toBe(lost.tokensMinor)
  expect(await world.findings()).toEqual([])
})

test('adopted bytes that may still land count towards the gas that the wallet needs', async () => {
  const [lost, next] = [unknownBuy(), await cleared()]
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [await sign(lock, lost)])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  const cost = evm.chain.mostCost(await evm.chain.suggestTerms(signal()))
  // Enough gas for one transfer: the adopted one that has not been sent yet.
  await evm.ask('anvil_setBalance', evm.lane, `0x${((cost * 3n) / 2n).toString(16)}`)
  const unheard = { ...evm.chain, broadcast: async () => [] }
  await world.round(unheard)
  expect(await world.transfersOf(next.transactionId)).toEqual([])
  const { rows } = await owner.query('select short_of from lane where id = $1', [lane.id])
  expect(rows).toEqual([{ short_of: 'gas' }])

  await evm.ask('anvil_setBalance', evm.lane, '0x56bc75e2d63100000')
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.delivered(next.transactionId)).toBe(99_900n)
  expect(await evm.tokensOf(lost.to)).toBe(lost.tokensMinor)
  expect(await world.findings()).toEqual([])
})

test('tokens of adopted bytes that may still land are not given to another buy', async () => {
  const [lost, next] = [unknownBuy(), await cleared()]
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [await sign(lock, lost)])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  // The ledger has enough float for both transfers. The wallet has enough tokens for only one of them.
  const poor = {
    ...evm.chain,
    broadcast: async () => [],
    readLane: async (place: LanePlace, until: AbortSignal) => ({
      ...(await evm.chain.readLane(place, until)),
      tokensMinor: next.tokensMinor + lost.tokensMinor - 1n,
    }),
  }
  await world.round(poor)
  expect(await world.transfersOf(next.transactionId)).toEqual([])
  const { rows } = await owner.query('select short_of from lane where id = $1', [lane.id])
  expect(rows).toEqual([{ short_of: 'tokens' }])

  clock.advance(11_000)
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.delivered(next.transactionId)).toBe(next.tokensMinor)
  expect(await evm.tokensOf(lost.to)).toBe(lost.tokensMinor)
  expect(await world.findings()).toEqual([])
})

test('adopted bytes wait while their business is frozen', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [await sign(lock, lost)])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  await owner.query(`select place_freeze('business', $1, 'a test', 'system:test', $2)`, [
    world.business,
    clock.now(),
  ])
  await world.round()
  await world.settle()
  expect(await evm.tokensOf(lost.to)).toBe(0n)
  await world.thaw()
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.delivered(lost.transactionId)).toBe(lost.tokensMinor)
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

test('an adopted lock that was never signed is cancelled, and does not block the others', async () => {
  const [lost, next] = [unknownBuy(), await cleared()]
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.statusOf(next.transactionId)).toBe('completed')
  expect(await evm.tokensOf(lost.to)).toBe(0n)
  expect(await difference()).toBe(before)
  expect(await world.findings()).toEqual([])
})

test('adopted bytes that have expired are cancelled, and do not block the others', async () => {
  const [lost, next] = [unknownBuy(), await cleared()]
  const lock = await nextLock()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [await sign(lock, lost)])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round({ ...evm.chain, haveExpired: () => true })
  await world.settle()
  await world.settle()
  expect(await evm.tokensOf(lost.to)).toBe(0n)
  expect(await world.delivered(next.transactionId)).toBe(99_900n)
  expect(await world.findings()).toEqual([])
})

test('a payment that was cancelled before the restore moved nothing, and its buy waits for an operator', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  const payment = await sign(lock, lost)
  const raised = evm.chain.raiseTerms(terms, terms)
  const cancel = {
    kind: 'cancel' as const,
    ...(await evm.sign(await evm.chain.prepareCancel({ from: lane.address, lock, terms: raised }))),
  }
  await send(cancel)
  await evm.finalize()
  world.theJournalSays(lock + 1n, [remember(lock, lost, [payment, cancel])])
  await world.round()
  await adopt()
  expect(await world.findings()).toEqual([])
  await world.thaw()
  await world.round()
  await world.round()
  expect(await world.statusOf(lost.transactionId)).toBe('send_failed')
  expect(await world.held(lost.transactionId)).toBe(lost.tokensMinor + 100n)
  expect(await difference()).toBe(before)
  expect(await world.findings()).toEqual([])
})

test('a lock that was only ever cancelled does not affect its buy, which is sent', async () => {
  const lost = await cleared()
  const lock = await nextLock()
  const cancel = {
    kind: 'cancel' as const,
    ...(await evm.sign(await evm.chain.prepareCancel({ from: lane.address, lock, terms }))),
  }
  // The signer had refused to pay, and the database lost both attempts. The journal has only the cancel.
  world.theJournalSays(lock + 1n, [
    { ...remember(lock, lost, [cancel]), to: lane.address.toLowerCase(), tokensMinor: 0n },
  ])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await adopt()
  await world.thaw()
  await world.round()
  await world.settle()
  await world.settle()
  expect(await world.statusOf(lost.transactionId)).toBe('completed')
  expect(await world.delivered(lost.transactionId)).toBe(lost.tokensMinor)
  expect(await difference()).toBe(before)
  expect(await world.findings()).toEqual([])
})

test('bytes that our rows lost are found in the journal, and our own transaction is not a conflict', async () => {
  const [id = ''] = await world.clear(1)
  world.theSigner('is gone')
  await world.round().catch(() => {})
  world.theSigner('signs')
  const [reserved] = await world.transfersOf(id)
  expect(reserved?.state).toBe('reserved')
  const { rows } = await owner.query<{
    address: string
    tokens: string
    reference: string
    right_id: string
  }>(
    'select address, tokens_minor as tokens, reference, id as right_id from transfer_right where transaction_id = $1',
    [id],
  )
  const { address: to = '', tokens = '0', reference = '' } = rows[0] ?? {}
  const lost = { transactionId: id, to, tokensMinor: BigInt(tokens), reference }
  const lock = BigInt(reserved?.lock ?? '0')
  const first = await sign(lock, lost)
  const raised = evm.chain.raiseTerms(terms, terms)
  const unsigned = await evm.chain.prepare({
    from: lane.address,
    lock,
    to,
    tokensMinor: lost.tokensMinor,
    terms: raised,
  })
  const second: JournalAttempt = { kind: 'bump', ...(await evm.sign(unsigned)) }
  await send(second)
  await evm.finalize()
  world.theJournalSays(lock + 1n, [
    { ...remember(lock, lost, [first, second]), transferId: reserved?.id ?? '' },
  ])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  await world.round()
  expect(await world.statusOf(id)).toBe('completed')
  expect(await world.transfersOf(id)).toMatchObject([{ state: 'final_ok', kinds: ['pay', 'bump'] }])
  expect(await world.delivered(id)).toBe(lost.tokensMinor)
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

test('a worker that starts after a restore compares every lane at once', async () => {
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
  await hastenComparing(deps.pool, clock.now())
  expect(await due()).toEqual(later)
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await hastenComparing(deps.pool, clock.now())
  expect(await due()).toEqual(clock.now())
})
