import { hash } from 'node:crypto'
import { highBytes } from '../../../shared/bytes.ts'
import { readAddress, writeAddress } from '../../../shared/stellar-address.ts'
import { type ByteReader, createByteReader, Malformed } from '../byte-reader.ts'
import type { AnySignature, Assembled, Signable, Wallet } from '../family.ts'

/** All fields of a transaction with one operation. Addresses are `G…`, or `M…` if they have a number. */
export type StellarTransaction = Readonly<{
  source: string
  fee: bigint
  sequence: bigint
  /** Seconds since 1970. */
  minTime: bigint
  maxTime: bigint
  operation: Operation
}>

type Operation =
  | Readonly<{ kind: 'payment'; source: string | undefined; to: string; asset: Uint8Array; units: bigint }>
  | Readonly<{ kind: 'bump_sequence'; source: string | undefined; to: bigint }>

/** A transaction, alone or inside a fee bump. With a fee bump, an account other than the source pays the fee. */
export type Envelope = Readonly<{ transaction: StellarTransaction; bump: FeeBump | undefined }>

type FeeBump = Readonly<{
  feeSource: string
  fee: bigint
  /** The inner envelope, with its signatures if it has any. */
  inner: Uint8Array
  isInnerSigned: boolean
}>

const TRANSACTION = 2n
const FEE_BUMP = 5n
const PLAIN = 0n
const MUXED = 0x100n
const TIME_BOUNDS = 1n
const PAYMENT = 1n
const BUMP_SEQUENCE = 11n
// A native asset has nothing after its kind. The others have a code of four or twelve letters and the key of an issuer.
const ASSET_SIZES: readonly number[] = [4, 4 + 4 + 36, 4 + 12 + 36]
const MOST_SIGNATURES = 20n
const MOST = 2n ** 63n
const COUNT = 4
const EXTENSION = 4
const HINT = 4

/** Throws Malformed unless the bytes are an unsigned envelope whose transaction has time bounds, no memo and one operation. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  const reader = createByteReader(bytes)
  const kind = reader.high(4)
  if (kind !== TRANSACTION && kind !== FEE_BUMP)
    throw new Malformed('the bytes are not a transaction of version 1 or a fee bump')
  const envelope =
    kind === TRANSACTION
      ? { transaction: readTransaction(reader), bump: undefined }
      : readFeeBump(reader, bytes)
  if (reader.high(4) !== 0n) throw new Malformed('the transaction is already signed')
  reader.requireEnd()
  return envelope
}

/** Returns the account and the sequence number of signed bytes, also inside a fee bump. */
export function placeOf(signed: Uint8Array): Pick<StellarTransaction, 'source' | 'sequence'> {
  const reader = createByteReader(innerOf(signed))
  reader.take(4)
  const source = readAccount(reader)
  reader.take(4)
  return { source, sequence: readPositive(reader) }
}

/** Returns the signed envelope inside a fee bump; any other envelope itself. */
export function innerOf(signed: Uint8Array): Uint8Array {
  const reader = createByteReader(signed)
  return reader.high(4) === FEE_BUMP ? (readFeeBump(reader, signed).bump?.inner ?? signed) : signed
}

function readFeeBump(reader: ByteReader, bytes: Uint8Array): Envelope {
  const feeSource = readAccount(reader)
  const fee = readPositive(reader)
  const start = reader.place()
  requireThat(reader.high(4) === TRANSACTION, 'the fee bump contains no transaction of version 1')
  const transaction = readTransaction(reader)
  const isInnerSigned = skipSignatures(reader) > 0n
  const inner = bytes.subarray(start, reader.place())
  requireNone(reader, 'an extension')
  return { transaction, bump: { feeSource, fee, inner, isInnerSigned } }
}

function readTransaction(reader: ByteReader): StellarTransaction {
  const source = readAccount(reader)
  const fee = reader.high(4)
  const sequence = readPositive(reader)
  requireThat(reader.high(4) === TIME_BOUNDS, 'the transaction must have time bounds and no other conditions')
  const [minTime, maxTime] = [reader.high(8), reader.high(8)]
  requireNone(reader, 'a memo')
  requireThat(reader.high(4) === 1n, 'the transaction does not have exactly one operation')
  const operation = readOperation(reader)
  requireNone(reader, 'an extension')
  return { source, fee, sequence, minTime, maxTime, operation }
}

function readOperation(reader: ByteReader): Operation {
  const source = readFlag(reader) ? readAccount(reader) : undefined
  const kind = reader.high(4)
  if (kind === BUMP_SEQUENCE) return { kind: 'bump_sequence', source, to: readPositive(reader) }
  requireThat(kind === PAYMENT, 'the operation is neither a payment nor a bump of the sequence')
  return {
    kind: 'payment',
    source,
    to: readAccount(reader),
    asset: readAsset(reader),
    units: readPositive(reader),
  }
}

function readAccount(reader: ByteReader): string {
  const kind = reader.high(4)
  requireThat(kind === PLAIN || kind === MUXED, 'an account is neither a G… nor an M… account')
  const id = kind === MUXED ? reader.high(8) : undefined
  return writeAddress({ key: reader.take(32), id })
}

function readAsset(reader: ByteReader): Uint8Array {
  const head = reader.take(4)
  const size = head.subarray(0, 3).every((byte) => byte === 0) ? ASSET_SIZES[head[3] ?? 0] : undefined
  if (size === undefined) throw new Malformed('the type of the asset is unknown')
  return new Uint8Array(Buffer.concat([head, reader.take(size - 4)]))
}

function skipSignatures(reader: ByteReader): bigint {
  const count = reader.high(4)
  requireThat(count <= MOST_SIGNATURES, 'the transaction has too many signatures')
  for (let number = 0n; number < count; number += 1n) {
    reader.take(4)
    requireThat(reader.high(4) === 64n, 'a signature is not 64 bytes long')
    reader.take(64)
  }
  return count
}

function readFlag(reader: ByteReader): boolean {
  const flag = reader.high(4)
  requireThat(flag <= 1n, 'a flag is neither 0 nor 1')
  return flag === 1n
}

/** The first bit of an eight-byte number is its sign. Negative numbers are refused. */
function readPositive(reader: ByteReader): bigint {
  const value = reader.high(8)
  requireThat(value < MOST, 'a number is below zero')
  return value
}

function requireNone(reader: ByteReader, what: string): void {
  requireThat(reader.high(4) === 0n, `the transaction has ${what}`)
}

function requireThat(condition: boolean, message: string): void {
  if (!condition) throw new Malformed(message)
}

/**
 * Returns the hash that the signers of an unsigned envelope must sign, and a function that adds their signatures. The network identifies
 * the transaction by this hash.
 */
export function signable(
  unsigned: Uint8Array,
  passphrase: string,
  signers: readonly Wallet[],
): Omit<Signable, 'assemble'> & Readonly<{ assemble(signatures: readonly AnySignature[]): Assembled }> {
  const body = unsigned.subarray(0, -COUNT)
  const digest = digestOf(unsigned, passphrase)
  return {
    digest,
    payload: digest,
    keys: signers.map(({ key }) => key),
    assemble: (signatures) => ({
      raw: new Uint8Array(
        Buffer.concat([
          body,
          highBytes(BigInt(signers.length), COUNT),
          ...signers.flatMap(({ address }, place) => decorate(address, signatures[place])),
        ]),
      ),
      hash: Buffer.from(digest).toString('hex'),
    }),
  }
}

/**
 * Returns a fee bump around an unsigned transaction. The fee bump covers the inner signatures, so it is signed after them. The result is
 * identified by the hash of the inner transaction, whichever account pays the fee.
 */
export function signableWithin(
  unsigned: Uint8Array,
  { inner }: FeeBump,
  passphrase: string,
  { signers, payer }: Readonly<{ signers: readonly Wallet[]; payer: Wallet }>,
): Signable {
  const within = signable(inner, passphrase, signers)
  // After the inner transaction come the fee bump's extension, which is empty, and the number of its signatures.
  const tail = unsigned.subarray(-EXTENSION - COUNT)
  const head = unsigned.subarray(0, -tail.length - inner.length)
  return {
    ...within,
    digest: digestOf(unsigned, passphrase),
    assemble: (signatures) => {
      const { raw, hash } = within.assemble(signatures)
      const outer = signable(new Uint8Array(Buffer.concat([head, raw, tail])), passphrase, [payer])
      return { ...outer, assemble: (last) => ({ raw: outer.assemble(last).raw, hash }) }
    },
  }
}

function digestOf(unsigned: Uint8Array, passphrase: string): Uint8Array {
  return sha256(Buffer.concat([sha256(Buffer.from(passphrase, 'utf8')), unsigned.subarray(0, -COUNT)]))
}

/** Returns the signer's hint (the end of the key), the length of the signature, and the signature. */
function decorate(address: string, signature: unknown): readonly Uint8Array[] {
  const account = readAddress(address)
  if (account === undefined || !(signature instanceof Uint8Array) || signature.length !== 64)
    throw new Malformed('the signature is not an Ed25519 signature')
  return [account.key.subarray(-HINT), highBytes(64n, 4), signature]
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'))
}
