import { Memo, Operation } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseStellarWorld } from '../../../test/contracts/stellar-world.ts'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { startSweepSigner } from '../../../test/sweep-signer-process.ts'
import { readMuxedAddress } from '../../rails/chains/stellar/muxed-address.ts'
import { createStellarDeposits } from '../../rails/chains/stellar/stellar-deposits.ts'
import { createStellarSweeps } from '../../rails/chains/stellar/stellar-sweeps.ts'
import { createVaultSweeps } from '../../rails/signing/vault/vault-sweeps.ts'

const MINUTE_MS = 60_000

/** A Horizon that is simulated, the signer's own process, and the books. */
async function raise() {
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
  return { chain, world, vault, sweeps, sweeper }
}

let all: Awaited<ReturnType<typeof raise>>
beforeAll(async () => {
  all = await raise()
})
afterAll(async () => {
  await all?.vault.stop()
  await Promise.all([all?.world.close(), all?.chain.stop()])
})

test('what was sent to a sell’s address and with its memo comes home by the signer’s bytes, each payment in the name of its sell', async () => {
  const { world, chain, sweeper, sweeps } = all
  const [one, other] = [await world.sell(100), await world.sell(200)]
  const pay = (destination: string, amount: string) => [
    Operation.payment({ destination, asset: chain.asset, amount }),
  ]
  await chain.submit(chain.customer, pay(one.address, '100'))
  await chain.mine(1)
  const id = readMuxedAddress(other.address)?.id.toString() ?? ''
  await chain.submit(chain.customer, pay(sweeper, '200'), Memo.id(id))
  await chain.mine(1)
  // For nobody: it stays where it is.
  await chain.submit(chain.customer, pay(sweeper, '7'))
  await chain.mine(1)
  await world.look()
  expect(await world.statusOf(one.id)).toBe('deposit_received')
  expect(await world.statusOf(other.id)).toBe('deposit_received')
  expect(await world.asides()).toMatchObject([{ units: '70000000' }])

  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  await chain.mine(1)
  await world.look()
  await world.sweepNow()
  const { rows } = await world.owner.query<{ address: string; minor: string }>(
    'select address, swept_minor::text as minor from deposit_sweep order by swept_minor',
  )
  expect(rows).toEqual([
    { address: one.address, minor: '10000' },
    { address: other.address, minor: '20000' },
  ])
  expect(await chain.unitsOf(sweeper)).toBe(70_000_000n)
  const { gasUnits } = await sweeps.read(AbortSignal.timeout(5_000))
  expect(await world.gasInBooks('Stellar:sweeper')).toBe(gasUnits)

  const reconciler = createReconciler(world, { deposits: world.watched })
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Stellar', number: world.lane.number }, 1_000_000)
  await world.look()
  await reconciler.look(2)
  expect(reconciler.failures).toEqual([])
  expect(await reconciler.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  expect(await reconciler.stateOf('lane', 'Stellar:1')).toEqual(['agrees', 0])
  await reconciler.close()
  expect((await world.findings()).map(({ check }) => check)).toEqual([])
}, 120_000)
