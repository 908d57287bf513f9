import { join } from 'node:path'
import { issuerKeys, simulatedStellar } from '@afara/stack/chains/simulated-networks.ts'
import { startHorizon } from '@afara/stack/chains/stellar/horizon-simulator.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { askHorizon } from '../../chains/stellar/ask-horizon.ts'
import { unmuxed } from '../../chains/stellar/muxed.ts'
import { formatUnits } from '../../chains/stellar/open-purse.ts'
import { readTransfers } from '../../chains/stellar/read-transfers.ts'
import type { IssuerActs } from '../../issuer/issuer-acts.ts'
import type { ForgingChain } from '../forging-chain.ts'
import { startLyingNode } from '../lying-node.ts'
import { stellarForgeries } from './forgeries.ts'
import { openForgingAccounts } from './forging-accounts.ts'

const DECIMALS = 7
const REVOCABLE_AND_CLAWBACK = 2 | 8

type Held = Readonly<{
  balances: ReadonlyArray<Readonly<{ asset_code?: string; asset_issuer?: string; balance: string }>>
}>

/** Starts a network whose ledgers close on request, with assets similar to ours. */
export async function raiseStellarForging(at: {
  directory: string
  onSpawn: OnSpawn
}): Promise<ForgingChain> {
  const { asset: name, passphrase, sweeper, lane: treasury } = simulatedStellar
  const horizon = await startHorizon({ ...at, directory: join(at.directory, 'chains'), ledgerMs: 0 })
  const { url } = horizon
  const node = await startLyingNode(url)
  const [code = '', issuer = ''] = name.split(':')
  const asset = new Asset(code, issuer)
  const [otherIssuer, unheld, otherCode] = [
    new Asset(code, Keypair.random().publicKey()),
    new Asset(code, Keypair.random().publicKey()),
    new Asset('NGNX', issuer),
  ]
  const assets = [asset, otherIssuer, unheld, otherCode]
  const accounts = openForgingAccounts(url, passphrase, assets)
  for (const one of assets) await accounts.open(one.getIssuer() ?? '', [])
  const issuing = Keypair.fromRawEd25519Seed(Buffer.from(issuerKeys.stellar.slice(2), 'hex'))
  const settle = async (): Promise<void> => {
    await askHorizon(url, 'POST', '/admin/ledgers', { count: 1 })
  }
  // Must run before any trustline is opened: tokens of an older one could not be clawed back.
  await accounts.send(issuing, [Operation.setOptions({ setFlags: REVOCABLE_AND_CLAWBACK })])
  await settle()
  for (const ours of [sweeper, treasury]) await accounts.open(ours, [asset, otherIssuer, otherCode])
  const stranger = Keypair.random().publicKey()
  await accounts.open(stranger, assets)
  for (const [from, to] of [
    ['native', asset.toString()],
    [asset.toString(), otherIssuer.toString()],
  ])
    await askHorizon(url, 'POST', '/admin/prices', { from, to, n: '300', d: '1' })
  await settle()
  const unit = 10n ** BigInt(DECIMALS - 2)
  let paid = 0
  const clawBack = async (from: string, units: bigint): Promise<void> => {
    await accounts.send(issuing, [Operation.clawback({ asset, from, amount: formatUnits(units) })])
    // The issuer's account also sends only one transaction at a time.
    await settle()
  }
  const authorise = async (authorized: boolean): Promise<void> => {
    const flags = { authorized }
    await accounts.send(issuing, [Operation.setTrustLineFlags({ trustor: sweeper, asset, flags })])
    await settle()
  }
  const issuerActs: IssuerActs = {
    takes: [
      {
        name: 'claws back from the shared deposit account',
        take: async (address, units) => clawBack(unmuxed(address).account, units),
        isShared: true,
      },
      { name: 'claws back from a sell', take: clawBack },
    ],
    stops: [
      {
        name: 'revokes',
        begin: async () => {
          await authorise(false)
          return async () => authorise(true)
        },
      },
    ],
    held: async () => {
      const account = await askHorizon<Held>(url, 'GET', `/accounts/${sweeper}`)
      const line = account?.balances.find((one) => one.asset_code === code && one.asset_issuer === issuer)
      return BigInt((line?.balance ?? '0').replace('.', ''))
    },
  }
  return {
    network: 'Stellar',
    node,
    unit,
    lane: treasury,
    issuer: issuerActs,
    forgeries: stellarForgeries({
      accounts,
      asset,
      otherIssuer,
      unheld,
      otherCode,
      stranger,
      units: (minor) => minor * unit,
    }),
    together: 12,
    open: async () => {},
    pay: async (to, units) => {
      paid += 1
      const { account, id = '0' } = unmuxed(to)
      const isNoted = paid % 2 === 0
      const part = Operation.payment({
        destination: isNoted ? account : to,
        asset,
        amount: formatUnits(units),
      })
      return accounts.send(await accounts.newCustomer(), [part], isNoted ? { memo: Memo.id(id) } : {})
    },
    payAll: async (addresses, units) =>
      accounts.send(
        await accounts.newCustomer(),
        addresses.map((destination) => Operation.payment({ destination, asset, amount: formatUnits(units) })),
      ),
    settle,
    holding: async (address) =>
      (await readTransfers(url, { asset: name, shared: sweeper }))
        .filter(({ to }) => to === address)
        .reduce((sum, { units }) => sum + units, 0n),
    stop: async () => {
      await node.stop()
      await horizon.stop()
    },
  }
}
