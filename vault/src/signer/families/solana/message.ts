import { hash } from 'node:crypto'
import { fromBase58, toBase58 } from '../../../shared/bytes.ts'
import { addressBytes } from '../../../shared/solana-address.ts'
import { type ByteReader, createByteReader, Malformed } from '../byte-reader.ts'
import type { Signable } from '../family.ts'

export type Instruction = Readonly<{ program: string; accounts: readonly string[]; data: Uint8Array }>

/** All fields of a message of version 0. The first account pays the fee. */
export type Message = Readonly<{
  /** Without duplicates. */
  accounts: readonly string[]
  signers: ReadonlySet<string>
  writable: ReadonlySet<string>
  blockhash: string
  instructions: readonly Instruction[]
}>

const VERSION_0 = 0x80
const ADDRESS = 32

/** Throws Malformed unless the bytes are a message of version 0 without accounts from lookup tables. */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = createByteReader(bytes)
  if (reader.byte() !== VERSION_0) throw new Malformed('the bytes are not a message of version 0')
  const [signatures, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()]
  const accounts = readList(reader, () => toBase58(reader.take(ADDRESS)))
  if (new Set(accounts).size !== accounts.length) throw new Malformed('the message lists an account twice')
  if (signatures > accounts.length - readonlyUnsigned || readonlySigned > signatures)
    throw new Malformed('the header counts more accounts than the message lists')
  const blockhash = toBase58(reader.take(ADDRESS))
  const accountAt = (): string => {
    const account = accounts[reader.byte()]
    if (account === undefined)
      throw new Malformed('an instruction uses an account that the message does not list')
    return account
  }
  const instructions = readList(reader, () => ({
    program: accountAt(),
    accounts: readList(reader, accountAt),
    data: reader.take(readLength(reader)),
  }))
  if (readLength(reader) !== 0) throw new Malformed('the message takes accounts from a lookup table')
  reader.requireEnd()
  return {
    accounts,
    signers: new Set(accounts.slice(0, signatures)),
    writable: new Set([
      ...accounts.slice(0, signatures - readonlySigned),
      ...accounts.slice(signatures, accounts.length - readonlyUnsigned),
    ]),
    blockhash,
    instructions,
  }
}

/** Writes a message with one signer, who pays the fee. Accounts are in the order in which they are first named. */
export function encodeMessage({
  payer,
  writable,
  blockhash,
  instructions,
}: Readonly<{
  payer: string
  writable: ReadonlySet<string>
  blockhash: string
  instructions: readonly Instruction[]
}>): Uint8Array {
  const named = instructions.flatMap(({ program, accounts }) => [...accounts, program])
  const others = [...new Set(named)].filter((account) => account !== payer)
  const written = others.filter((account) => writable.has(account))
  const read = others.filter((account) => !writable.has(account))
  const accounts = [payer, ...written, ...read]
  const placeOf = new Map(accounts.map((account, place) => [account, place]))
  const place = (account: string): number => placeOf.get(account) ?? 0
  const recent = fromBase58(blockhash, ADDRESS)
  if (recent === undefined) throw new Malformed('the blockhash is not 32 bytes')
  return join([
    [VERSION_0, 1, 0, read.length],
    writeLength(accounts.length),
    ...accounts.map(addressBytes),
    recent,
    writeLength(instructions.length),
    ...instructions.flatMap((one) => [
      [place(one.program)],
      writeLength(one.accounts.length),
      one.accounts.map(place),
      writeLength(one.data.length),
      one.data,
    ]),
    [0],
  ])
}

function readList<T>(reader: ByteReader, read: () => T): T[] {
  return Array.from({ length: readLength(reader) }, read)
}

/** Reads seven bits per byte, lowest first, in the fewest bytes. No list in our messages needs a length of more than two bytes. */
function readLength(reader: ByteReader): number {
  const first = reader.byte()
  if (first < 0x80) return first
  const second = reader.byte()
  if (second === 0 || second >= 0x80) throw new Malformed('a length is not encoded in one or two bytes')
  return (first & 0x7f) + second * 0x80
}

function writeLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
}

function join(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))))
}

/** Returns a message with the key of its one signer. The network identifies the transaction by the signature. */
export function signable(message: Uint8Array, key: string): Signable {
  return {
    digest: new Uint8Array(hash('sha256', message, 'buffer')),
    payload: message,
    keys: [key],
    assemble: ([signature]) => {
      if (!(signature instanceof Uint8Array) || signature.length !== 64)
        throw new Malformed('the signature is not an Ed25519 signature')
      return {
        raw: new Uint8Array(Buffer.concat([Uint8Array.of(1), signature, message])),
        hash: toBase58(signature),
      }
    },
  }
}
