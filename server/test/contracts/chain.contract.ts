import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AttemptKind, LockStatus, OutTransfer, Terms } from '../../src/movements/transfers/chain.ts'
import type { ChainWays, ChainWorld } from './chain-world.ts'

type Sent = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string }>

/** Rules that every chain must follow, tested on a real node: only a final transaction decides. */
export function describeChain(name: string, ways: ChainWays, raise: () => Promise<ChainWorld>): void {
  describe(`${name} as a chain`, () => {
    let world: ChainWorld
    let terms: Terms
    // The next lock in our rows: one above the highest lock ever used.
    let given = 0n
    beforeAll(async () => {
      world = await raise()
      await read()
      terms = await world.chain.suggestTerms(signal())
    })
    afterEach(() => world.setFault('none'))
    afterAll(async () => world.stop())

    const signal = () => AbortSignal.timeout(30_000)
    const read = async () => world.chain.readLane({ address: world.lane, nextLock: given }, signal())
    const nextLock = async () => {
      given = (await read()).lockAhead
      // Refresh the terms, which may have expired during other tests.
      terms = await world.chain.suggestTerms(signal())
      return given
    }
    const raised = () => world.chain.raiseTerms(terms, terms)
    const pay = async (lock: bigint, to: string, tokensMinor: bigint, paid = terms): Promise<Sent> => ({
      kind: 'pay',
      ...(await world.sign(
        await world.chain.prepare({ from: world.lane, lock, to, tokensMinor, terms: paid }),
      )),
    })
    const cancel = async (lock: bigint, paid: Terms): Promise<Sent> => ({
      kind: 'cancel',
      ...(await world.sign(await world.chain.prepareCancel({ from: world.lane, lock, terms: paid }))),
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

    test('the settings match the chain', async () => {
      await expect(world.chain.check(signal())).resolves.toBeUndefined()
    })

    test('a wallet shows tokens, gas, its locks and how many more transfers it can have in flight', async () => {
      const reading = await read()
      expect(reading.tokensMinor).toBe(await world.tokensOf(world.lane))
      expect(reading.gasUnits).toBeGreaterThan(0n)
      expect(reading.lockLatest).toBeLessThanOrEqual(reading.lockAhead)
      expect(reading.room).toBeGreaterThan(0)
      expect(world.chain.mostCost(terms)).toBeGreaterThan(0n)
    })

    test('a wallet that can receive is fine', async () => {
      const told = await world.chain.preflight(world.newWallet(), 1_00n, signal())
      expect(told.outcome).toBe('fine')
    })

    test('signed bytes contain the requested terms', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const { raw } = await pay(lock, to, 1_00n)
      const cost = world.chain.mostCost(terms)
      expect(world.chain.mostCost(world.chain.termsIn(raw))).toBe(cost)
      expect(world.chain.mostCost(raised())).toBeGreaterThanOrEqual(cost)
    })

    test('a payment is unknown, then in a block, and complete only when it is final', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 123_45n)
      const transfer = out(lock, to, 123_45n, [attempt])
      expect(await statusOf(transfer)).toEqual([{ state: 'unknown' }])
      expect(await send(attempt)).toEqual(['taken'])
      const [before] = await statusOf(transfer)
      expect(ways.standsStill ? before?.state : 'unknown').toBe('unknown')
      await world.mine(1)
      const [seen] = await statusOf(transfer)
      expect(['pending', 'final_ok']).toContain(seen?.state)
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

    test.runIf(ways.isOrdered)(
      'a transfer above a gap waits, and both land when the gap is filled',
      async () => {
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
      },
    )

    test.runIf(!ways.isOrdered)('a lock is paid regardless of earlier locks', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const later = await pay(lock + 1n, to, 2_00n)
      await send(later)
      await world.finalize()
      expect(await statusOf(out(lock + 1n, to, 2_00n, [later]))).toMatchObject([{ state: 'final_ok' }])
      expect((await read()).lockAhead).toBe(lock + 2n)
      const first = await pay(lock, to, 1_00n)
      await send(first)
      await world.finalize()
      expect(await statusOf(out(lock, to, 1_00n, [first]))).toMatchObject([{ state: 'final_ok' }])
      expect(await world.tokensOf(to)).toBe(3_00n)
    })

    test('better terms make the same payment, and the attempt that lands counts', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const first = await pay(lock, to, 7_00n)
      const better = world.chain.raiseTerms(
        world.chain.termsIn(first.raw),
        await world.chain.suggestTerms(signal()),
      )
      const second = { ...(await pay(lock, to, 7_00n, better)), kind: 'bump' as const }
      await send(first)
      await send(second)
      await world.finalize()
      await send(first, second)
      await world.finalize()
      const [status] = await statusOf(out(lock, to, 7_00n, [first, second]))
      expect(status).toMatchObject({ state: 'final_ok' })
      const hashes = ways.replaces ? [second.hash] : [first.hash, second.hash]
      expect(hashes).toContain(status !== undefined && 'hash' in status ? status.hash : '')
      expect(await world.tokensOf(to)).toBe(7_00n)
    })

    test('a cancel that lands first makes the payment permanently void', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const payment = await pay(lock, to, 9_00n)
      const cancelled = await cancel(lock, raised())
      if (ways.replaces) await send(payment)
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
      const late = await cancel(lock, raised())
      await send(payment)
      await world.mine(1)
      await send(late)
      await world.finalize()
      expect(await statusOf(out(lock, to, 9_00n, [payment, late]))).toMatchObject([{ state: 'final_ok' }])
    })

    test.runIf(ways.failsForGood)(
      'a payment of more than the balance fails: the lock is used, gas is paid, nothing moved',
      async () => {
        const [lock, to] = [await nextLock(), world.newWallet()]
        const before = await read()
        const attempt = await pay(lock, to, before.tokensMinor + 1n)
        await send(attempt)
        await world.finalize()
        const [status] = await statusOf(out(lock, to, before.tokensMinor + 1n, [attempt]))
        const after = await read()
        expect(status).toMatchObject({ state: 'final_failed' })
        const paid = status !== undefined && 'gasUnits' in status ? status.gasUnits : 0n
        expect(paid).toBeGreaterThan(0n)
        expect(after.tokensMinor).toBe(before.tokensMinor)
        expect(await world.tokensOf(to)).toBe(0n)
      },
    )

    test.runIf(!ways.failsForGood)(
      'a payment of more than the balance fails and leaves its lock free, which a cancel then uses',
      async () => {
        const [lock, to] = [await nextLock(), world.newWallet()]
        const before = await read()
        const attempt = await pay(lock, to, before.tokensMinor + 1n)
        await send(attempt)
        await world.finalize()
        const [status] = await statusOf(out(lock, to, before.tokensMinor + 1n, [attempt]))
        expect(status).toEqual({ state: 'unknown', failed: expect.any(String) as string })
        const cancelled = await cancel(lock, raised())
        await send(cancelled)
        await world.finalize()
        expect(await statusOf(out(lock, to, before.tokensMinor + 1n, [attempt, cancelled]))).toMatchObject([
          { state: 'final_void', hash: cancelled.hash },
        ])
        expect((await read()).tokensMinor).toBe(before.tokensMinor)
      },
    )

    test('a lock used by another transaction is a conflict that names it', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 5_00n)
      const stranger = await world.strangerUses(lock)
      await world.finalize()
      await send(attempt)
      await world.finalize()
      const [status] = await statusOf(out(lock, to, 5_00n, [attempt]))
      expect(status).toMatchObject({ state: 'conflict', detail: expect.stringContaining(stranger) as string })
    })

    test('a payment to another wallet or of another amount does not count', async () => {
      const [lock, to] = [await nextLock(), world.newWallet()]
      const attempt = await pay(lock, to, 5_00n)
      await send(attempt)
      await world.finalize()
      expect(await statusOf(out(lock, to, 5_01n, [attempt]))).toMatchObject([{ state: 'conflict' }])
      expect(await statusOf(out(lock, world.newWallet(), 5_00n, [attempt]))).toMatchObject([
        { state: 'conflict' },
      ])
    })

    test.each(ways.failures)(
      'under %s nothing is decided, and a send only reports the fault',
      async (fault, reason) => {
        const [lock, to] = [await nextLock(), world.newWallet()]
        const attempt = await pay(lock, to, 1_00n)
        world.setFault(fault)
        // At the same time, because an attempt may expire while a silent node is asked.
        const [, , [said]] = await Promise.all([
          expect(statusOf(out(lock, to, 1_00n, [attempt]))).rejects.toThrow(reason),
          expect(read()).rejects.toThrow(reason),
          send(attempt),
        ])
        expect(said).toMatch(reason)
        expect(said).not.toContain('secret-key')
        world.setFault('none')
        await send(attempt)
        await world.finalize()
        expect(await statusOf(out(lock, to, 1_00n, [attempt]))).toMatchObject([{ state: 'final_ok' }])
        expect(await world.tokensOf(to)).toBe(1_00n)
      },
    )

    test('one reading covers up to sixty transfers in flight', async () => {
      const first = await nextLock()
      const { room } = await read()
      const to = world.newWallet()
      const attempts = await Promise.all(
        Array.from({ length: Math.min(60, room) }, async (_, index) => pay(first + BigInt(index), to, 1_00n)),
      )
      await send(...attempts)
      await world.mine(1)
      await world.finalize()
      const statuses = await statusOf(
        ...attempts.map((attempt, index) => out(first + BigInt(index), to, 1_00n, [attempt])),
      )
      expect(statuses.map(({ state }) => state)).toEqual(attempts.map(() => 'final_ok'))
      expect(await world.tokensOf(to)).toBe(BigInt(attempts.length) * 1_00n)
    })
  })
}
