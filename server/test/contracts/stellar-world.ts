import { Asset, FeeBumpTransaction, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { placeOfLock } from '../../src/rails/chains/stellar/lane-locks.ts'
import { createStellarChain } from '../../src/rails/chains/stellar/stellar-chain.ts'
import type { StellarSettings } from '../../src/rails/chains/stellar/stellar-settings.ts'
import { createWitnessedChain } from '../../src/rails/chains/witnessed-chain.ts'
import type { ChainWays, ChainWorld } from './chain-world.ts'
import { type HorizonProxy, startHorizonProxy } from './horizon-proxy.ts'
import {
  openStellarAccounts,
  type StellarMemo,
  type StellarOperation,
  signTransaction,
} from './open-stellar-accounts.ts'
import { raiseSimulatedStellar, type SimulatedStellar, type StellarGround } from './stellar-ground.ts'

export const stellarWays: ChainWays = {
  isOrdered: false,
  // A waiting transaction is replaced only by one with ten times its fee.
  replaces: false,
  failsForGood: true,
  standsStill: true,
  failures: [
    ['error_500', /the node answered 500/],
    ['half_body', /connection failed/],
    ['silence', /no complete response within/],
    ['html', /not JSON/],
    ['refuses_all', /the node answered 429/],
    // Each request has its own answer here, in which the requested field is missing.
    ['one_answer_missing', /is not |the node answered 200/],
  ],
}

export type StellarWorld<G extends StellarGround = SimulatedStellar> = ChainWorld &
  Readonly<{
    ground: G
    proxy: HorizonProxy
    settings: StellarSettings
    asset: Asset
    issuer: Keypair
    hot: Keypair
    channels: readonly Keypair[]
    /** The deposit account that all sells share. */
    deposit: Keypair
    /** A wallet whose key is known, with 1,000 tokens. */
    customer: Keypair
    /** Signs and sends operations of an account. Returns the hash of the transaction. */
    submit(by: Keypair, operations: readonly StellarOperation[], memo?: StellarMemo): Promise<string>
    /** Balance in the smallest units. */
    unitsOf(address: string): Promise<bigint>
  }>

type Options = Readonly<{ witness?: { patienceMs: number } }>

const CHANNELS = 4
const WALLETS = 40

/** Starts a separate network behind a proxy. Ledgers close only on request. */
export async function raiseStellarWorld(options: Options = {}): Promise<StellarWorld> {
  return raiseStellarWorldOn(await raiseSimulatedStellar(), options)
}

export async function raiseStellarWorldOn<G extends StellarGround>(
  ground: G,
  options: Options = {},
): Promise<StellarWorld<G>> {
  const [root, issuer, hot, deposit, customer] = [newKey(), newKey(), newKey(), newKey(), newKey()]
  const channels = Array.from({ length: CHANNELS }, newKey)
  const wallets = Array.from({ length: WALLETS }, newKey)
  const asset = new Asset('NGNC', issuer.publicKey())
  await openStellarAccounts(ground, {
    root,
    issuer,
    asset,
    bare: channels,
    trusting: [
      { key: hot, tokens: '1000000' },
      { key: customer, tokens: '1000' },
      ...[deposit, ...wallets].map((key) => ({ key })),
    ],
  })

  const [proxy, witnessProxy] = [await startHorizonProxy(ground.url), await startHorizonProxy(ground.url)]
  const bases = await Promise.all(channels.map(async (key) => ground.sequenceOf(key.publicKey())))
  const lane = hot.publicKey()
  const places = channels.map((key, place) => ({ address: key.publicKey(), base: bases[place] ?? 0n }))
  const settings: StellarSettings = {
    mode: 'test',
    url: proxy.url,
    passphrase: ground.passphrase,
    asset: `NGNC:${issuer.publicKey()}`,
    lanes: new Map([[lane, places]]),
    ours: [deposit.publicKey()],
    deadlineMs: ground.deadlineMs,
  }
  const one = createStellarChain(settings)
  const other = createStellarChain({ ...settings, url: witnessProxy.url })
  const chain =
    options.witness === undefined
      ? one
      : createWitnessedChain(one, other, { nowMs: () => performance.now(), ...options.witness })

  const keyOf = (address: string): Keypair => {
    const key = [hot, ...channels].find((known) => known.publicKey() === address)
    if (key === undefined) throw new Error(`${address} has no key here`)
    return key
  }
  const send = async (transaction: Parameters<typeof signTransaction>[1]): Promise<string> => {
    const { envelope, hash } = signTransaction(ground, transaction)
    await ground.submit(envelope)
    return hash
  }
  let taken = 0
  return {
    chain,
    lane,
    ground,
    proxy,
    settings,
    asset,
    issuer,
    hot,
    channels,
    deposit,
    customer,
    mine: ground.close,
    finalize: async () => ground.close(1),
    newWallet: () => {
      const wallet = wallets[taken]
      taken += 1
      if (wallet === undefined) throw new Error('there are no more wallets in this world')
      return wallet.publicKey()
    },
    sign: async (unsigned) => {
      const envelope = Buffer.from(unsigned).toString('base64')
      const transaction = TransactionBuilder.fromXdr(envelope, ground.passphrase)
      if (!(transaction instanceof FeeBumpTransaction)) throw new Error('its channel would pay for it')
      const { innerTransaction: inner, feeSource, fee } = transaction
      if (inner.signatures.length > 0) {
        transaction.sign(keyOf(feeSource))
        return bytesOf(transaction, transaction)
      }
      const signers = [inner.source, ...inner.operations.flatMap(({ source }) => source ?? [])]
      inner.sign(...[...new Set(signers)].map(keyOf))
      // A fee bump includes the inner signatures. The signer identifies the whole by the hash of the inner transaction.
      const each = String(BigInt(fee) / BigInt(inner.operations.length + 1))
      const outer = TransactionBuilder.buildFeeBumpTransaction(feeSource, each, inner, ground.passphrase)
      outer.sign(keyOf(feeSource))
      return bytesOf(outer, inner)
    },
    tokensOf: async (address) => (await ground.unitsOf(address, asset)) / 100_000n,
    unitsOf: async (address) => ground.unitsOf(address, asset),
    strangerUses: async (lock) => {
      const { channel, sequence } = placeOfLock(places, lock)
      const operations = [Operation.payment({ destination: lane, asset: Asset.native(), amount: '1' })]
      return send({ source: keyOf(channel), sequence, operations })
    },
    submit: async (by, operations, memo) => {
      const sequence = (await ground.sequenceOf(by.publicKey())) + 1n
      return send({ source: by, sequence, operations, memo })
    },
    setFault: proxy.setFault,
    stop: async () => {
      await Promise.all([proxy.stop(), witnessProxy.stop()])
      await ground.stop()
    },
  }
}

function bytesOf(transaction: FeeBumpTransaction, named: Readonly<{ hash(): Uint8Array }>) {
  return {
    raw: Buffer.from(transaction.toXdr(), 'base64'),
    hash: Buffer.from(named.hash()).toString('hex'),
  }
}

function newKey(): Keypair {
  return Keypair.random()
}
