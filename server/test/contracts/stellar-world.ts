import {
  Account,
  Asset,
  FeeBumpTransaction,
  Keypair,
  Networks,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base'
import { placeOfLock } from '../../src/rails/chains/stellar/lane-locks.ts'
import { createStellarChain } from '../../src/rails/chains/stellar/stellar-chain.ts'
import type { StellarSettings } from '../../src/rails/chains/stellar/stellar-settings.ts'
import { createWitnessedChain } from '../../src/rails/chains/witnessed-chain.ts'
import type { ChainWays, ChainWorld } from './chain-world.ts'
import { type HorizonProxy, startHorizonProxy } from './horizon-proxy.ts'
import { raiseSimulatedStellar, type StellarGround } from './stellar-ground.ts'

export const stellarWays: ChainWays = {
  isOrdered: false,
  // A payment that waits gives way to a fee bump alone, and a cancel is none at first.
  replaces: false,
  failsForGood: true,
  standsStill: true,
  failures: [
    ['error_500', /it answered 500/],
    ['half_body', /connection failed/],
    ['silence', /no whole answer within/],
    ['html', /not JSON/],
    ['refuses_all', /it answered 429/],
    // Each question has an answer of its own here: what it asks for is missing in it.
    ['one_answer_missing', /is not a|it answered 200/],
  ],
}

export type StellarOperation = Parameters<TransactionBuilder['addOperation']>[0]
export type StellarMemo = Parameters<TransactionBuilder['addMemo']>[0]

export type StellarWorld = ChainWorld &
  Readonly<{
    ground: StellarGround
    proxy: HorizonProxy
    settings: StellarSettings
    asset: Asset
    issuer: Keypair
    hot: Keypair
    channels: readonly Keypair[]
    /** The account that sells share. */
    deposit: Keypair
    /** A wallet whose key is known, with lumens, a trustline and 1,000 tokens. */
    customer: Keypair
    /** Signs and sends operations of these accounts; what Horizon said at once, and the hash. */
    submit(by: Keypair, operations: readonly StellarOperation[], memo?: StellarMemo): Promise<string>
    /** In the smallest units. */
    unitsOf(address: string): Promise<bigint>
  }>

const CHANNELS = 4
const WALLETS = 40

/** A network of its own behind a proxy. No ledger is closed unless one is asked for. */
export async function raiseStellarWorld(
  options: Readonly<{ witness?: { patienceMs: number }; mostFee?: bigint }> = {},
): Promise<StellarWorld> {
  const passphrase = Networks.TESTNET
  const ground = await raiseSimulatedStellar(passphrase)
  const [issuer, hot, deposit, customer] = [
    Keypair.random(),
    Keypair.random(),
    Keypair.random(),
    Keypair.random(),
  ]
  const channels = Array.from({ length: CHANNELS }, () => Keypair.random())
  const wallets = Array.from({ length: WALLETS }, () => Keypair.random().publicKey())
  const asset = new Asset('NGNC', issuer.publicKey())
  await ground.open(issuer.publicKey())
  for (const key of channels) await ground.open(key.publicKey())
  for (const key of [hot, deposit, customer]) await ground.open(key.publicKey(), asset)
  for (const wallet of wallets) await ground.open(wallet, asset)
  await ground.give(hot.publicKey(), asset, '1000000.0000000')
  await ground.give(customer.publicKey(), asset, '1000.0000000')

  const proxy = await startHorizonProxy(ground.url)
  const witnessProxy = await startHorizonProxy(ground.url)
  const bases = await Promise.all(channels.map(async (key) => ground.sequenceOf(key.publicKey())))
  const lane = hot.publicKey()
  const lanes = new Map([
    [lane, channels.map((key, place) => ({ address: key.publicKey(), base: bases[place] ?? 0n }))],
  ])
  const settings: StellarSettings = {
    mode: 'test',
    url: proxy.url,
    passphrase,
    asset: `NGNC:${issuer.publicKey()}`,
    lanes,
    ours: [deposit.publicKey()],
    deadlineMs: 1_000,
    ...(options.mostFee === undefined ? {} : { mostFee: options.mostFee }),
  }
  const one = createStellarChain(settings)
  const chain =
    options.witness === undefined
      ? one
      : createWitnessedChain(one, createStellarChain({ ...settings, url: witnessProxy.url }), {
          nowMs: () => performance.now(),
          ...options.witness,
        })

  const keys = new Map([hot, ...channels].map((key) => [key.publicKey(), key]))
  const keyOf = (address: string): Keypair => {
    const key = keys.get(address)
    if (key === undefined) throw new Error(`${address} has no key here`)
    return key
  }
  const sendSigned = async (
    source: Keypair,
    sequence: bigint,
    operations: readonly StellarOperation[],
    memo?: StellarMemo,
  ): Promise<string> => {
    const builder = new TransactionBuilder(new Account(source.publicKey(), (sequence - 1n).toString()), {
      fee: '1000',
      networkPassphrase: passphrase,
      timebounds: { minTime: 0, maxTime: 0 },
      ...(memo === undefined ? {} : { memo }),
    })
    for (const operation of operations) builder.addOperation(operation)
    const transaction = builder.build()
    transaction.sign(source)
    await ground.submit(transaction.toXdr())
    return Buffer.from(transaction.hash()).toString('hex')
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
      return wallet
    },
    sign: async (unsigned) => {
      const transaction = TransactionBuilder.fromXdr(Buffer.from(unsigned).toString('base64'), passphrase)
      if (transaction instanceof FeeBumpTransaction) transaction.sign(keyOf(transaction.feeSource))
      else {
        const signers = [transaction.source, ...transaction.operations.flatMap(({ source }) => source ?? [])]
        transaction.sign(...[...new Set(signers)].map(keyOf))
      }
      return {
        raw: Buffer.from(transaction.toXdr(), 'base64'),
        hash: Buffer.from(transaction.hash()).toString('hex'),
      }
    },
    tokensOf: async (address) => (await ground.unitsOf(address, asset)) / 100_000n,
    unitsOf: async (address) => ground.unitsOf(address, asset),
    strangerUses: async (lock) => {
      const { channel, sequence } = placeOfLock(lanes.get(lane) ?? [], lock)
      const operation = Operation.payment({ destination: lane, asset: Asset.native(), amount: '1' })
      return sendSigned(keyOf(channel), sequence, [operation])
    },
    submit: async (by, operations, memo) =>
      sendSigned(by, (await ground.sequenceOf(by.publicKey())) + 1n, operations, memo),
    setFault: proxy.setFault,
    stop: async () => {
      await Promise.all([proxy.stop(), witnessProxy.stop()])
      await ground.stop()
    },
  }
}
