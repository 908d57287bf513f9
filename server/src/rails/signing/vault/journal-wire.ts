import { SignerUnavailable } from '../../../movements/transfers/signer.ts'

type Chained = Readonly<{ n: number }>

export type VaultIntent = Chained &
  Readonly<{
    lock: Readonly<{ mode: string; network: string; address: string; lock: bigint }>
    action: 'pay' | 'cancel'
    right: string
    transaction_id: string
    right_id: string
    transfer_id: string
    to: string
    tokens_minor: bigint
    credits: readonly unknown[]
  }>

export type VaultSigned = Chained & Readonly<{ of: number; raw: Uint8Array; tx_hash: string }>

export type VaultRecord = VaultIntent | VaultSigned

type Json = Readonly<Record<string, unknown>>

export function readHeadCount(body: unknown): number {
  const { count } = objectIn(objectOf(body), 'head')
  return Number.isSafeInteger(count) ? (count as number) : odd('head.count')
}

export function readRecords(body: unknown): VaultRecord[] {
  const { records } = objectOf(body)
  if (!Array.isArray(records)) return odd('records')
  return records.flatMap((item) => {
    const record = objectOf(item)
    // A sweep is on no lock of a lane.
    if ('sweep' in record) return []
    const n = Number.isSafeInteger(record.n) ? (record.n as number) : odd('n')
    return 'of' in record ? readSigned(n, record) : readIntent(n, record)
  })
}

function readSigned(n: number, record: Json): VaultSigned {
  const of = Number.isSafeInteger(record.of) ? (record.of as number) : odd('of')
  const raw = textIn(record, 'raw')
  return { n, of, raw: Buffer.from(raw.slice(2), 'hex'), tx_hash: textIn(record, 'tx_hash') }
}

function readIntent(n: number, record: Json): VaultIntent {
  const lock = objectIn(record, 'lock')
  const { action, credits } = record
  return {
    n,
    lock: {
      mode: textIn(lock, 'mode'),
      network: textIn(lock, 'network'),
      address: textIn(lock, 'address'),
      lock: wholeIn(lock, 'lock'),
    },
    action: action === 'pay' || action === 'cancel' ? action : odd('action'),
    right: textIn(record, 'right'),
    transaction_id: textIn(record, 'transaction_id'),
    right_id: textIn(record, 'right_id'),
    transfer_id: textIn(record, 'transfer_id'),
    to: textIn(record, 'to'),
    tokens_minor: wholeIn(record, 'tokens_minor'),
    credits: Array.isArray(credits) ? credits : [],
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : odd('an object')
}

function objectIn(value: Json, name: string): Json {
  return objectOf(value[name])
}

function textIn(value: Json, name: string): string {
  const text = value[name]
  return typeof text === 'string' ? text : odd(name)
}

function wholeIn(value: Json, name: string): bigint {
  const text = textIn(value, name)
  return /^[0-9]+$/.test(text) ? BigInt(text) : odd(name)
}

function odd(what: string): never {
  throw new SignerUnavailable(`the signer's journal cannot be read: ${what}`)
}
