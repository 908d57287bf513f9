import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { encodeBase58 } from '@afara/server/rails/chains/solana/addresses/base58.ts'
import { createSolanaDeposits } from '@afara/server/rails/chains/solana/deposits/solana-deposits.ts'
import { tokenAccountFor } from '@afara/server/rails/chains/solana/messages/lane-message.ts'
import { createSolanaSweeps } from '@afara/server/rails/chains/solana/sweeps/solana-sweeps.ts'
import { createVaultSweeps } from '@afara/server/rails/signing/vault/vault-signer.ts'
import { createSolanaActs } from './contracts/solana-acts.ts'
import { newKey, raiseSolanaWorld } from './contracts/solana-world.ts'
import { createOtherNetworkWorld } from './other-network-world.ts'
import { startSweepSigner } from './sweep-signer-process.ts'

const NAIRA = 1_000_000n
const SOL = 1_000_000_000n

/** Creates a real Solana runtime, the signer process and the ledger. */
export async function createSolanaSweepWorld() {
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
  const acts = createSolanaActs(chain)
  return {
    ...world,
    sweeps,
    /** Finalised balance of the sweeper. */
    lamports,
    /** Sends naira tokens of the customer and includes them in a block. */
    send: async (address: string, naira: bigint): Promise<void> => {
      const purse = await tokenAccountFor(chain.token, customer.address)
      await acts.act(customer, acts.transferChecked(customer, purse, address, naira * NAIRA))
    },
    close: async () => {
      await vault.stop()
      await Promise.all([world.close(), chain.stop()])
    },
  }
}
