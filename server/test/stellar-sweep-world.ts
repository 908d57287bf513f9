import { readMuxedAddress } from '@afara/server/rails/chains/stellar/stellar-address.ts'
import { createStellarDeposits } from '@afara/server/rails/chains/stellar/stellar-deposits.ts'
import { createStellarSweeps } from '@afara/server/rails/chains/stellar/stellar-sweeps.ts'
import { createVaultSweeps } from '@afara/server/rails/signing/vault/vault-signer.ts'
import { Memo, Operation } from '@stellar/stellar-sdk/base'
import { raiseStellarWorld } from './contracts/stellar-world.ts'
import { createOtherNetworkWorld } from './other-network-world.ts'
import { startSweepSigner } from './sweep-signer-process.ts'

/** Creates a simulated Horizon, the signer process and the ledger. */
export async function createStellarSweepWorld() {
  const chain = await raiseStellarWorld()
  const sweeper = chain.deposit.publicKey()
  const settings = { ...chain.settings, sweeper, treasury: chain.lane }
  const world = await createOtherNetworkWorld({
    network: 'Stellar',
    isShared: true,
    with: { deposits: createStellarDeposits(settings), treasury: chain.lane },
  })
  const { passphrase, asset } = chain.settings
  const line = { family: 'stellar', mode: 'test', network: 'Stellar', passphrase, asset }
  const caps = { max_cost: '1000000000', max_salts: 50, per_hour: 100 }
  const vault = await startSweepSigner(world.superuser, {
    sweepers: [{ ...line, ...caps, treasury: chain.lane, address: sweeper, key: 'sweeper' }],
    keys: { sweeper: `0x${Buffer.from(chain.deposit.rawSecretKey()).toString('hex')}` },
  })
  const sweeps = createStellarSweeps(settings)
  world.sweepWith({ chains: [sweeps], signer: createVaultSweeps(vault) })
  const { gasUnits } = await sweeps.read(AbortSignal.timeout(5_000))
  await world.fundGas('Stellar:sweeper', gasUnits)
  const pay = async (destination: string, naira: number, memo?: Memo): Promise<void> => {
    const operation = Operation.payment({ destination, asset: chain.asset, amount: `${naira}` })
    await chain.submit(chain.customer, [operation], memo)
    await chain.mine(1)
  }
  return {
    ...world,
    chain,
    sweeps,
    sweeper,
    /** Pays naira tokens of the customer to an address, without a memo. */
    pay: async (address: string, naira: number): Promise<void> => pay(address, naira),
    payWithMemo: async (address: string, naira: number): Promise<void> =>
      pay(sweeper, naira, Memo.id(`${readMuxedAddress(address)?.id ?? 0n}`)),
    close: async () => {
      await vault.stop()
      await Promise.all([world.close(), chain.stop()])
    },
  }
}
