import { randomInt } from 'node:crypto'
import { simulatedStellar } from '@afara/stack/chains/simulated-networks.ts'
import {
  Account,
  Asset,
  FeeBumpTransaction,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { type FamilyLane, type FamilyTerms, fromHex, toHex } from './family-lane.ts'

const { passphrase, lane: hot, channels, issuer } = simulatedStellar
const asset = new Asset('NGNC', issuer)
const GOOD_FOR_SECONDS = 120
const PLACES = 7

export const stellarLane: FamilyLane = {
  network: 'Stellar',
  address: hot,
  line: {
    family: 'stellar',
    mode: 'test',
    network: 'Stellar',
    number: 1,
    decimals: PLACES,
    address: hot,
    key: 'test-stellar-lane-1',
    passphrase,
    asset: simulatedStellar.asset,
    channels: channels.map(({ address, base, key }) => ({ address, base: String(base), key })),
    max_fee: '10000000',
  },
  // Half of the wallets share their account with others.
  drawWallet: () => {
    const account = Keypair.random().publicKey()
    return randomInt(2) === 0 ? account : numbered(account, String(randomInt(2 ** 40)))
  },
  pay: async (terms) => paidByLane(build(terms.lock, [payment(terms)])),
  bump: async (_terms, signed) => bumpAround(signedInside(signed), hot),
  cancel: async (lock) => paidByLane(build(lock, [Operation.bumpSequence({ bumpTo: '0' })])),
  wrong,
  meaningOf,
}

async function wrong(terms: FamilyTerms): Promise<Array<{ what: string; unsigned: string }>> {
  const stranger = Keypair.random().publicKey()
  const other = (changes: Partial<FamilyTerms>): string =>
    paidByLane(build(changes.lock ?? terms.lock, [payment({ ...terms, ...changes })]))
  const changed = (options: Options): string => paidByLane(build(terms.lock, [payment(terms)], options))
  const plain = (fee: string): string => write(build(terms.lock, [payment(terms)], { fee }))
  const gift = Operation.payment({ source: hot, destination: stranger, asset: Asset.native(), amount: '1' })
  const theirs = { destination: stranger, source: hot }
  return [
    { what: 'another wallet', unsigned: other({ address: stranger }) },
    { what: 'another muxed number', unsigned: other({ address: numbered(stranger, '7') }) },
    { what: 'one kobo more', unsigned: other({ tokensMinor: terms.tokensMinor + 1n }) },
    { what: 'the next lock', unsigned: other({ lock: terms.lock + 1 }) },
    { what: 'the same channel’s next lock', unsigned: other({ lock: terms.lock + channels.length }) },
    { what: 'an extra payment of lumens', unsigned: paidByLane(build(terms.lock, [payment(terms), gift])) },
    { what: 'two payments', unsigned: paidByLane(build(terms.lock, [payment(terms), payment(terms)])) },
    {
      what: 'a merge of our account into another',
      unsigned: paidByLane(build(terms.lock, [Operation.accountMerge(theirs)])),
    },
    { what: 'an added signer of our account', unsigned: paidByLane(build(terms.lock, [rule(stranger)])) },
    { what: 'a memo', unsigned: changed({ memo: Memo.text('x') }) },
    { what: 'no time limit', unsigned: changed({ maxTime: 0 }) },
    { what: 'a time limit that is too late', unsigned: changed({ maxTime: seconds() + 3_600 }) },
    { what: 'a fee above the limit', unsigned: plain('10000001') },
    { what: 'a fee that its channel could be charged', unsigned: changed({ fee: '200' }) },
    {
      what: 'a fee that a stranger pays',
      unsigned: bumpAround(build(terms.lock, [payment(terms)]), stranger),
    },
    {
      what: 'a fee bump of a transaction that we never signed',
      unsigned: bumpAround(signedByStranger(build(terms.lock, [payment(terms)])), hot),
    },
  ]
}

type Options = Partial<{ memo: Memo; maxTime: number; fee: string }>

function build(lock: number, operations: readonly xdr.Operation[], options: Options = {}): Transaction {
  const channel = channels[lock % channels.length]
  if (channel === undefined) throw new Error('there is no channel')
  // The library expects the sequence number before the one that the transaction uses.
  const before = channel.base + BigInt(Math.floor(lock / channels.length))
  const builder = new TransactionBuilder(new Account(channel.address, before.toString()), {
    fee: options.fee ?? '0',
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: options.maxTime ?? seconds() + GOOD_FOR_SECONDS },
    ...(options.memo && { memo: options.memo }),
  })
  for (const operation of operations) builder.addOperation(operation)
  return builder.build()
}

function payment({ address, tokensMinor }: FamilyTerms): xdr.Operation {
  const kobo = tokensMinor.toString().padStart(3, '0')
  const amount = `${kobo.slice(0, -2)}.${kobo.slice(-2).padEnd(PLACES, '0')}`
  return Operation.payment({ source: hot, destination: address, asset, amount })
}

function rule(stranger: string): xdr.Operation {
  return Operation.setOptions({ source: hot, signer: { ed25519PublicKey: stranger, weight: 1 } })
}

/** Lets the lane pay the fee. The inner transaction offers none. */
function paidByLane(inner: Transaction): string {
  return bumpAround(inner, hot)
}

function signedInside(signed: string): Transaction {
  const read = TransactionBuilder.fromXDR(base64(signed), passphrase)
  return read instanceof FeeBumpTransaction ? read.innerTransaction : read
}

function signedByStranger(transaction: Transaction): Transaction {
  transaction.sign(Keypair.random())
  return transaction
}

function bumpAround(inner: Transaction, feeSource: string): string {
  return write(TransactionBuilder.buildFeeBumpTransaction(feeSource, '4000', inner, passphrase))
}

function meaningOf(text: string): string {
  try {
    const read = TransactionBuilder.fromXDR(base64(text), passphrase)
    const inner = read instanceof FeeBumpTransaction ? read.innerTransaction : read
    const { source, sequence, memo, operations } = inner
    return JSON.stringify([source, sequence, memo.type, operations])
  } catch {
    return 'nothing'
  }
}

function write(transaction: Transaction | FeeBumpTransaction): string {
  return toHex(new Uint8Array(transaction.toEnvelope().toXdr()))
}

function numbered(account: string, id: string): string {
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

function base64(text: string): string {
  return Buffer.from(fromHex(text)).toString('base64')
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
