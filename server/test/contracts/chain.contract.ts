import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AttemptKind, Fees, LockStatus, OutTransfer } from '../../src/movements/transfers/chain.ts'
import type { ChainWorld, Fault } from './chain-world.ts'

type Sent = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string }>

const failures: ReadonlyArray<readonly [fault: Fault, reason: RegExp]> = [
  ['error_500', /it answered 500/],
  ['half_body', /connection failed/],
  ['silence', /no whole answer within/],
  ['html', /not JSON/],
  ['refuses_all', /limit exceeded/],
  ['one_answer_missing', /answer of the batch is missing/],
]

/** What every chain must keep to, on a real node: what is final is told, and nothing else decides. */
export function describeChain(name: string, raise: () => Promise<ChainWorld>): void {
  describe(`${name} as a chain`, () => {
    let world: ChainWorld
    let fees: Fees
    beforeAll(async () => {
      world = await raise()
      await world.chain.readLane(world.lane, signal())
      fees = await world.chain.suggestFees(signal())
    })
    afterEach(() => world.setFault('none'))
    afterAll(async () => world.stop())

    const signal = () => AbortSignal.timeout(30_000)
    const nextLock = async () => (await world.chain.readLane(world.lane, signal())).lockLatest
    const pay = async (lock: bigint, to: string, tokensMinor: bigint, paid = fees): Promise<Sent> => ({
      kind: 'pay',
      ...(await world.sign(world.chain.prepare({ from: world.lane, lock, to, tokensMinor, fees: paid }))),
    })
    const cancel = async (lock: bigint, paid: Fees): Promise<Sent> => ({
      kind: 'cancel',
      ...(await world.sign(world.chain.prepareCancel({ from: world.lane, lock, fees: paid }))),
    })
    const send = async (...sent: Sent[]) =>
      world.chain.broadcast(
        sent.map(({ raw }) => raw),
        signal(),
      )
    const out = (lock: bigint, to: string, tokensMinor: bigint, attempts: readonly Sent[]): OutTransfer => ({
      lock,
      to,
      tokensMinor,
      attempts,
    })
    const statusOf = async (...transfers: OutTransfer[]): Promise<readonly LockStatus[]> =>
      world.chain.status(world.lane, transfers, signal())

    test('is the chain that its settings mean', async () => {
      await expect(world.chain.check(signal())).resolves.toBeUndefined()
    })

    test('a lane shows its tokens in kobo, its gas, and its next lock', async () => {
      const reading = await world.chain.readLane(world.lane, signal())
      expect(reading.tokensMinor).toBe(await world.tokensOf(world.lane))
      expect(reading.gasUnits).toBeGreaterThan(0n)
      expect(reading.lockFinalized).toBeLessThanOrEqual(reading.lockLatest)
    })

    test('a payment is unknown, then pending, and done only when it is final', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 123_45n)
      const transfer = out(lock, to, 123_45n, [attempt])
      expect(await statusOf(transfer)).toEqual([{ state: 'unknown' }])
      expect(await send(attempt)).toEqual(['taken'])
      expect(await statusOf(transfer)).toEqual([{ state: 'unknown' }])
      await world.mine(1)
      expect(await statusOf(transfer)).toEqual([{ state: 'pending' }])
      await world.finalize()
      expect(await statusOf(transfer)).toMatchObject([{ state: 'final_ok', hash: attempt.hash }])
      expect(await world.tokensOf(to)).toBe(123_45n)
    })

    test('the same bytes sent five times, before and after they landed, pay once', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 50_00n)
      for (let turn = 0; turn < 5; turn += 1) {
        await send(attempt, attempt)
        if (turn === 2) await world.finalize()
      }
      await world.finalize()
      expect(await statusOf(out(lock, to, 50_00n, [attempt]))).toMatchObject([{ state: 'final_ok' }])
      expect(await world.tokensOf(to)).toBe(50_00n)
    })

    test('what was sent above a gap waits, and both land when the gap is filled', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const [first, second] = [await pay(lock, to, 1_00n), await pay(lock + 1n, to, 2_00n)]
      const both = [out(lock, to, 1_00n, [first]), out(lock + 1n, to, 2_00n, [second])]
      await send(second)
      await world.finalize()
      expect(await statusOf(...both)).toEqual([{ state: 'unknown' }, { state: 'unknown' }])
      await send(first)
      await world.mine(1)
      await world.finalize()
      expect(await statusOf(...both)).toMatchObject([
        { state: 'final_ok', hash: first.hash },
        { state: 'final_ok', hash: second.hash },
      ])
      expect(await world.tokensOf(to)).toBe(3_00n)
    })

    test('with higher fees it is the same payment, and whichever attempt lands is the one that counts', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const first = await pay(lock, to, 7_00n)
      const raised = world.chain.raiseFees(fees, await world.chain.suggestFees(signal()))
      const second = { ...(await pay(lock, to, 7_00n, raised)), kind: 'bump' as const }
      const third = {
        ...(await pay(lock, to, 7_00n, world.chain.raiseFees(raised, fees))),
        kind: 'bump' as const,
      }
      await send(first)
      await send(second)
      await world.finalize()
      await send(first, third)
      await world.finalize()
      expect(await statusOf(out(lock, to, 7_00n, [first, second, third]))).toMatchObject([
        { state: 'final_ok', hash: second.hash },
      ])
      expect(await world.tokensOf(to)).toBe(7_00n)
    })

    test('a cancel that wins makes the payment void for ever', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const payment = await pay(lock, to, 9_00n)
      const cancelled = await cancel(lock, world.chain.raiseFees(fees, fees))
      await send(payment)
      await send(cancelled)
      await world.finalize()
      await send(payment)
      await world.finalize()
      const [status] = await statusOf(out(lock, to, 9_00n, [payment, cancelled]))
      expect(status).toMatchObject({ state: 'final_void', hash: cancelled.hash })
      expect(await world.tokensOf(to)).toBe(0n)
    })

    test('a cancel that comes too late changes nothing', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const payment = await pay(lock, to, 9_00n)
      const late = await cancel(lock, world.chain.raiseFees(fees, fees))
      await send(payment)
      await world.mine(1)
      await send(late)
      await world.finalize()
      expect(await statusOf(out(lock, to, 9_00n, [payment, late]))).toMatchObject([{ state: 'final_ok' }])
    })

    test('more than the wallet holds fails: the lock is used up, gas is paid, nothing moved', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const before = await world.chain.readLane(world.lane, signal())
      const attempt = await pay(lock, to, before.tokensMinor + 1n)
      await send(attempt)
      await world.finalize()
      const [status] = await statusOf(out(lock, to, before.tokensMinor + 1n, [attempt]))
      const after = await world.chain.readLane(world.lane, signal())
      expect(status).toMatchObject({ state: 'final_failed', gasUnits: before.gasUnits - after.gasUnits })
      expect(after.tokensMinor).toBe(before.tokensMinor)
      expect(await world.tokensOf(to)).toBe(0n)
    })

    test('a lock that something else used up is a conflict that names it', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 5_00n)
      const stranger = await world.strangerUses(lock)
      await world.finalize()
      await send(attempt)
      await world.finalize()
      const [status] = await statusOf(out(lock, to, 5_00n, [attempt]))
      expect(status).toMatchObject({ state: 'conflict', detail: expect.stringContaining(stranger) as string })
    })

    test('a payment to another wallet or of another amount is not the one that was meant', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 5_00n)
      await send(attempt)
      await world.finalize()
      expect(await statusOf(out(lock, to, 5_01n, [attempt]))).toMatchObject([{ state: 'conflict' }])
      expect(await statusOf(out(lock, world.newWallet(), 5_00n, [attempt]))).toMatchObject([
        { state: 'conflict' },
      ])
    })

    test.each(failures)('under %s nothing is decided, and sending only reports it', async (fault, reason) => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 1_00n)
      world.setFault(fault)
      await expect(statusOf(out(lock, to, 1_00n, [attempt]))).rejects.toThrow(reason)
      await expect(world.chain.readLane(world.lane, signal())).rejects.toThrow(reason)
      const [said] = await send(attempt)
      expect(said).toMatch(reason)
      expect(said).not.toContain('secret-key')
      world.setFault('none')
      await send(attempt)
      await world.finalize()
      expect(await statusOf(out(lock, to, 1_00n, [attempt]))).toMatchObject([{ state: 'final_ok' }])
      expect(await world.tokensOf(to)).toBe(1_00n)
    })

    test('sixty at once, in one question', async () => {
      const first = await nextLock()
      const to = world.newWallet()
      const attempts = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => pay(first + BigInt(index), to, 1_00n)),
      )
      await send(...attempts)
      await world.mine(1)
      await world.finalize()
      const statuses = await statusOf(
        ...attempts.map((attempt, index) => out(first + BigInt(index), to, 1_00n, [attempt])),
      )
      expect(statuses.map(({ state }) => state)).toEqual(attempts.map(() => 'final_ok'))
      expect(await world.tokensOf(to)).toBe(60_00n)
    })
  })
}
