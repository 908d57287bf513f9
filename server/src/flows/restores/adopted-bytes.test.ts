import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAdoptionWorld } from '../../../test/adoption-world.ts'
import type { LanePlace } from '../../movements/transfers/chain.ts'
import type { JournalAttempt } from '../../movements/transfers/signer.ts'

const world = await createAdoptionWorld()
const { evm, owner, clock, lane } = world
const { before, difference, adopt } = world
const { signal, nextLock, remember, sign, send, cleared, unknownBuy } = world
beforeEach(world.renewTerms)
afterAll(world.close)

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
  const terms = world.terms()
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
    ...(await evm.sign(await evm.chain.prepareCancel({ from: lane.address, lock, terms: world.terms() }))),
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
  const terms = world.terms()
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
