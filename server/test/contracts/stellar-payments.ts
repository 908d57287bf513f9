import type { AttemptKind, LockStatus, Terms } from '../../src/movements/transfers/chain.ts'
import { raiseStellarWorld } from './stellar-world.ts'

type Attempt = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string }>
type Sent = Readonly<{ lock: bigint; to: string; attempts: readonly Attempt[] }>

export const AMOUNT = 12_34n
export const signal = () => AbortSignal.timeout(30_000)

/** Starts the Stellar world with a lane whose payments a test signs, sends and reads. */
export async function raiseStellarPayments() {
  const world = await raiseStellarWorld()
  const suggest = async (): Promise<Terms> => world.chain.suggestTerms(signal())
  const read = async (nextLock = 0n) => world.chain.readLane({ address: world.lane, nextLock }, signal())

  const sign = async (
    lock: bigint,
    to: string,
    kind: AttemptKind = 'pay',
    terms?: Terms,
  ): Promise<Attempt> => {
    const order = { from: world.lane, lock, to, tokensMinor: AMOUNT, terms: terms ?? (await suggest()) }
    const unsigned = await (kind === 'cancel' ? world.chain.prepareCancel(order) : world.chain.prepare(order))
    return { kind, ...(await world.sign(unsigned)) }
  }

  const pay = async (to = world.newWallet()): Promise<Sent> => {
    const { lockAhead: lock } = await read()
    return { lock, to, attempts: [await sign(lock, to)] }
  }

  /** Signs the same payment with terms raised to the current suggestion. */
  const bump = async ({ lock, to, attempts }: Sent): Promise<Sent> => {
    const before = world.chain.termsIn(attempts.at(-1)?.raw ?? new Uint8Array())
    const bumped = await sign(lock, to, 'bump', world.chain.raiseTerms(before, await suggest()))
    return { lock, to, attempts: [...attempts, bumped] }
  }

  const send = async (attempt: Attempt | undefined) =>
    (await world.chain.broadcast(attempt === undefined ? [] : [attempt.raw], signal()))[0]

  const statusOf = async ({ lock, to, attempts }: Sent): Promise<LockStatus | undefined> =>
    (await world.chain.status(world.lane, [{ lock, to, tokensMinor: AMOUNT, attempts }], signal()))[0]

  return {
    ...world,
    suggest,
    read,
    signPayment: sign,
    pay,
    bump,
    send,
    statusOf,
    /** Ends the faults and the lies of a test, and restores the fee. */
    calm: async (): Promise<void> => {
      world.proxy.setLie(undefined)
      await world.ground.turn('/faults', {}, 'DELETE')
      await world.ground.turn('/fees', { fee: '100' }, 'PATCH')
    },
  }
}
