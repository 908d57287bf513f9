import { randomBytes } from 'node:crypto'
import type { DepositSalt } from '../../src/movements/deposits/deposit-address.ts'
import { createSolanaDeposits } from '../../src/rails/chains/solana/deposits/solana-deposits.ts'
import { tokenAccountFor } from '../../src/rails/chains/solana/messages/lane-message.ts'
import { createSolanaSweeps } from '../../src/rails/chains/solana/sweeps/solana-sweeps.ts'
import { createSolanaActs } from './solana-acts.ts'
import { newKey, raiseSolanaWorld } from './solana-world.ts'

export const NAIRA = 1_000_000n
export const signal = () => AbortSignal.timeout(20_000)
export const newSalt = (): DepositSalt => `0x${randomBytes(32).toString('hex')}`

/** Starts the Solana world with a customer who has tokens, and a sweeper. */
export async function raiseSolanaDepositWorld() {
  // The tests send hundreds of transfers, and a full node would accept only four a second.
  const world = await raiseSolanaWorld({ engine: 'litesvm' })
  const acts = createSolanaActs(world)
  const [sweeper, customer] = [newKey(), newKey()]
  for (const { address } of [sweeper, customer]) await world.put('sol', { address, lamports: '10000000000' })
  await world.put('tokens', { owner: customer.address, mint: world.mint, units: `${1_000n * NAIRA}` })
  const purse = await tokenAccountFor(world.token, customer.address)
  const treasuryAccount = await tokenAccountFor(world.token, world.lane)
  const settings = {
    mode: 'test' as const,
    url: world.proxy.url,
    mint: world.mint,
    decimals: 6,
    markerSecret: 'a secret of the test only',
    treasury: world.lane,
    sweeper: sweeper.address,
    deadlineMs: 15_000,
  }
  const deposits = createSolanaDeposits(settings)
  const sweeps = createSolanaSweeps(settings)
  /** The addresses of all sells. */
  const given: string[] = []

  const opening = () => {
    if (sweeps.opening === undefined) throw new Error('nothing is opened here')
    return sweeps.opening
  }

  /** Opens the account of a new sell. */
  const sell = async (): Promise<Readonly<{ salt: DepositSalt; address: string }>> => {
    const salt = newSalt()
    const address = deposits.addressOf(salt)
    await acts.act(sweeper, ...acts.open(sweeper, salt))
    given.push(address)
    return { salt, address }
  }

  return {
    ...world,
    acts,
    sweeper,
    customer,
    purse,
    treasuryAccount,
    settings,
    deposits,
    sweeps,
    given,
    opening,
    sell,
    /** Finalises the chain and returns all logs from a slot on, or throws if the chain was not read to its final block. */
    logsSince: async (from: bigint) => {
      await world.finalize()
      const { finalized } = await deposits.head(signal())
      const read = await deposits.logs(from, finalized.block, async () => Promise.resolve(given), signal())
      if (read.through !== finalized.block) throw new Error(`it was read to block ${read.through} only`)
      if (read.odd.length > 0) throw new Error(`there are odd logs: ${JSON.stringify(read.odd)}`)
      return read.logs.filter(({ block }) => block >= from)
    },
    now: async () => BigInt(await world.ask<number>('getSlot', { commitment: 'processed' })),
  }
}
