import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSolanaActs } from '../../../test/contracts/solana-acts.ts'
import { newKey, raiseSolanaWorld } from '../../../test/contracts/solana-world.ts'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'
import { startSweepSigner } from '../../../test/sweep-signer-process.ts'
import { encodeBase58 } from '../../rails/chains/solana/base58.ts'
import { tokenAccountFor } from '../../rails/chains/solana/lane-message.ts'
import { createSolanaDeposits } from '../../rails/chains/solana/solana-deposits.ts'
import { createSolanaSweeps } from '../../rails/chains/solana/solana-sweeps.ts'
import { createVaultSweeps } from '../../rails/signing/vault/vault-sweeps.ts'

const NAIRA = 1_000_000n
const MINUTE_MS = 60_000
const SOL = 1_000_000_000n

/** A runtime of Solana itself, the signer's own process, and the books. */
async function raise() {
  const chain = await raiseSolanaWorld()
  const seed = randomBytes(32)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' })
  const sweeper = encodeBase58(new Uint8Array(spki.subarray(-32)))
  const customer = newKey()
  for (const address of [sweeper, customer.address])
    await chain.put('sol', { address, lamports: `${10n * SOL}` })
  await chain.put('tokens', { owner: customer.address, mint: chain.mint, units: `${10_000n * NAIRA}` })
  const settings = {
    mode: 'test',
    url: chain.nodeUrl,
    mint: chain.mint,
    decimals: 6,
    markerSecret: chain.markerSecret,
    treasury: chain.lane,
    sweeper,
  } as const
  const sweeps = createSolanaSweeps(settings)
  const world = await createOtherNetworkWorld({
    network: 'Solana',
    with: { deposits: createSolanaDeposits(settings), treasury: chain.lane },
  })
  const vault = await startSweepSigner(world.superuser, {
    sweepers: [
      {
        family: 'solana',
        mode: 'test',
        network: 'Solana',
        mint: chain.mint,
        token_program: chain.token.tokenProgram,
        decimals: 6,
        treasury: chain.lane,
        address: sweeper,
        key: 'sweeper',
        max_cost: '1000000000',
        max_salts: 50,
        per_hour: 100,
        openings_per_hour: 100,
      },
    ],
    keys: { sweeper: `0x${seed.toString('hex')}` },
  })
  world.sweepWith({ chains: [sweeps], signer: createVaultSweeps(vault) })
  await world.fundGas('Solana:sweeper', 10n * SOL)
  const lamports = async () =>
    BigInt((await chain.ask<{ value: number }>('getBalance', sweeper, { commitment: 'finalized' })).value)
  return { chain, world, vault, sweeps, customer, sweeper, lamports, acts: createSolanaActs(chain) }
}

let all: Awaited<ReturnType<typeof raise>>
beforeAll(async () => {
  all = await raise()
})
afterAll(async () => {
  await all?.vault.stop()
  await Promise.all([all?.world.close(), all?.chain.stop()])
})

const until = async (isSo: () => Promise<boolean>, turn: () => Promise<unknown>): Promise<void> => {
  for (let turns = 0; turns < 200; turns += 1) {
    await turn()
    if (await isSo()) return
    await sleep(200)
  }
  throw new Error(`it never came to be: ${all.world.notices.join('; ')}`)
}

test('accounts are opened by the signer’s bytes, tokens come, and a sweep brings them home and closes them', async () => {
  const { world, chain, customer, acts, sweeps } = all
  const sells = [await world.sell(100), await world.sell(200)].map(({ id, salt }) => ({
    id,
    address: sweeps.addressOf(salt),
  }))
  const addresses = sells.map(({ address }) => address)
  const missing = async () => (await sweeps.opening?.missing(addresses, AbortSignal.timeout(5_000))) ?? []
  await until(async () => (await missing()).length === 0, world.openNow)
  const purse = await tokenAccountFor(chain.token, customer.address)
  await acts.act(customer, acts.transferChecked(customer, purse, addresses[0] ?? '', 100n * NAIRA))
  await acts.act(customer, acts.transferChecked(customer, purse, addresses[1] ?? '', 200n * NAIRA))
  const isHere = async () => (await world.statusOf(sells[1]?.id ?? '')) === 'deposit_received'
  await until(isHere, world.look)

  world.clock.advance(11 * MINUTE_MS)
  const swept = async () => {
    const { rowCount } = await world.owner.query('select from deposit_sweep')
    return rowCount === 2
  }
  await until(swept, async () => {
    await world.sweepNow()
    await world.look()
  })
  const { rows } = await world.owner.query<{ minor: string }>(
    `select sum(swept_minor::numeric)::text as minor from deposit_sweep`,
  )
  expect(rows).toEqual([{ minor: '30000' }])
  // What it all cost is in the books to the lamport, when it is final.
  await until(
    async () => (await world.gasInBooks('Solana:sweeper')) === (await all.lamports()),
    world.sweepNow,
  )
  expect(await missing()).toEqual(addresses)
  expect(await world.findings()).toEqual([])
}, 120_000)
