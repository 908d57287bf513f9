import {
  Account,
  Asset,
  type FeeBumpTransaction,
  Keypair,
  type Memo,
  MuxedAccount,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { createSettingReader } from '../src/shared/settings.ts'
import { stellar } from '../src/signer/families/stellar/stellar.ts'
import { createLocalKey } from '../src/signer/keys/local-key.ts'
import { verifiedKey } from '../src/signer/keys/verified-key.ts'
import { signWithKeys } from '../src/signer/sign-with-keys.ts'

const secretOf = (byte: number) => new Uint8Array(32).fill(byte)
export const pairOf = (byte: number) => Keypair.fromRawEd25519Seed(Buffer.from(secretOf(byte)))
export const addressOf = (byte: number) => pairOf(byte).publicKey()
export const [hot, issuer, wallet, stranger] = [
  addressOf(1),
  addressOf(2),
  addressOf(3),
  addressOf(4),
] as const
export const channels = [10, 11, 12].map((byte, place) => ({
  address: addressOf(byte),
  base: BigInt(place * 1_000),
  key: `channel-${byte}`,
}))
const keys = new Map(
  [['hot', 1] as const, ...[10, 11, 12].map((byte) => [`channel-${byte}`, byte] as const)].map(
    ([name, byte]) => [name, verifiedKey(createLocalKey(secretOf(byte), 'ed25519'))],
  ),
)
export const PASSPHRASE = 'A network of the test only'
export const NOW = 1_800_000_000
export const settings = {
  passphrase: PASSPHRASE,
  asset: `NGNC:${issuer}`,
  channels: channels.map((channel) => ({ ...channel, base: String(channel.base) })),
  max_fee: '1000',
}
export const chain = stellar.readLane(
  { address: hot, key: 'hot', decimals: 7 },
  createSettingReader(settings, new Set(stellar.laneSettings), 'lane 1 of the policy'),
)
// Lock 7 of three channels is on the second channel, whose base is 1000.
export const LOCK = 7n
export const context = (signed: readonly string[] = [], seconds = NOW) => ({
  atMs: seconds * 1000,
  signed,
  lately: signed.length,
})
export const muxed = (account: string, id: string) =>
  new MuxedAccount(new Account(account, '0'), id).accountId()

export type Changes = Partial<{
  source: string
  sequence: string
  fee: string
  minTime: number
  maxTime: number
  memo: Memo
  from: string
  to: string
  asset: Asset
  amount: string
  operation: xdr.Operation
  more: xdr.Operation
  ledgerbounds: { minLedger: number; maxLedger: number }
  passphrase: string
}>

export function build(changes: Changes = {}): Transaction {
  const sequence = BigInt(changes.sequence ?? '1003')
  const source = changes.source ?? channels[1]?.address ?? ''
  const builder = new TransactionBuilder(
    source.startsWith('M')
      ? MuxedAccount.fromAddress(source, String(sequence - 1n))
      : new Account(source, String(sequence - 1n)),
    {
      fee: changes.fee ?? '200',
      networkPassphrase: changes.passphrase ?? PASSPHRASE,
      timebounds: { minTime: changes.minTime ?? 0, maxTime: changes.maxTime ?? NOW + 120 },
      ...(changes.ledgerbounds ? { ledgerbounds: changes.ledgerbounds } : {}),
      ...(changes.memo ? { memo: changes.memo } : {}),
    },
  )
  builder.addOperation(
    changes.operation ??
      Operation.payment({
        source: changes.from ?? hot,
        destination: changes.to ?? wallet,
        asset: changes.asset ?? new Asset('NGNC', issuer),
        amount: changes.amount ?? '5.0000000',
      }),
  )
  if (changes.more !== undefined) builder.addOperation(changes.more)
  return builder.build()
}
export const write = (transaction: Transaction | FeeBumpTransaction): Uint8Array =>
  new Uint8Array(transaction.toEnvelope().toXdr())
export const cancel = Operation.bumpSequence({ bumpTo: '0' })

export async function sign(
  bytes: Uint8Array,
  kind: 'pay' | 'cancel' = 'pay',
  signed: readonly string[] = [],
) {
  const read =
    kind === 'pay' ? chain.readPayment(bytes, context(signed)) : chain.readCancel(bytes, context(signed))
  const [given] = await signWithKeys(keys, [read])
  if (given === undefined) throw new Error('nothing was signed')
  return { ...given, keys: read.keys }
}
export const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
export const bumpAround = (inner: Transaction, fee = '400', source = hot): FeeBumpTransaction =>
  TransactionBuilder.buildFeeBumpTransaction(source, fee, inner, PASSPHRASE)

/** The vault's verdict on bytes, for a payment of 500 kobo on the lock. */
export function judge(bytes: Uint8Array, to = wallet, signed: readonly string[] = []): string {
  try {
    const payment = chain.readPayment(bytes, context(signed))
    if (!payment.isOnLock(LOCK)) return 'wrong_lock'
    if (!payment.isTo(to)) return 'wrong_destination'
    return payment.tokensMinor === 500n ? 'signed' : 'wrong_amount'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
