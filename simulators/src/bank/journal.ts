import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { BankRecord } from './records.ts'

/** The file survives a crash of the process but not of the machine, because nothing is synced. */
export type Journal = Readonly<{
  /** Reads everything that an earlier process wrote. An incomplete last line was never acknowledged and is dropped. */
  read(): Iterable<BankRecord>
  append(record: BankRecord): void
  /** Writes everything that was appended, in one write. Must be called before any answer is sent. */
  flush(): void
  clear(): void
  close(): void
}>

export function createJournal(file: string | undefined): Journal {
  if (file === undefined) return forgetful
  const past = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = past.slice(0, past.lastIndexOf('\n') + 1)
  const handle = openSync(file, 'a')
  ftruncateSync(handle, Buffer.byteLength(whole))
  let pending: string[] = []
  const flush = () => {
    if (pending.length === 0) return
    let bytes = Buffer.from(pending.join(''))
    pending = []
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(handle, bytes))
  }
  return {
    *read() {
      for (const text of whole.split('\n')) if (text !== '') yield decode(text)
    },
    append: (record) => {
      pending.push(`${encode(record)}\n`)
    },
    flush,
    clear: () => {
      pending = []
      ftruncateSync(handle, 0)
    },
    close: () => {
      flush()
      closeSync(handle)
    },
  }
}

const forgetful: Journal = { read: () => [], append() {}, flush() {}, clear() {}, close() {} }

function encode(record: BankRecord): string {
  return JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function decode(text: string): BankRecord {
  const record = JSON.parse(text) as BankRecord
  if (record.is === 'line') readKobo(record.line, 'gross', 'fee', 'vat', 'settled', 'balanceAfter')
  if (record.is === 'line' && record.line.asked !== undefined) readKobo(record.line.asked, 'gross')
  if (record.is === 'payout') readKobo(record.payout, 'kobo', 'fee')
  if (record.is === 'payout') for (const arrival of record.payout.arrivals) readKobo(arrival, 'kobo')
  if (record.is === 'number') readKobo(record.number, 'amount')
  if (record.is === 'refused') readKobo(record.payment, 'gross')
  if (record.is === 'account') readKobo(record.account, 'opening')
  if (record.is === 'scheduled' && record.entry.does === 'pay') readKobo(record.entry.order, 'gross')
  return record
}

/** Converts in place, because a reviver would visit every field of every record and slow down the start. */
function readKobo<Key extends string>(
  holder: Readonly<Record<Key, bigint | null>>,
  ...keys: readonly Key[]
): void {
  const stored: Record<string, unknown> = holder
  for (const key of keys) {
    const kobo = holder[key]
    if (kobo !== null) stored[key] = BigInt(String(kobo))
  }
}
