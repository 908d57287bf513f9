import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { BankRecord } from './records.ts'

/** What was told to the file survives the death of this process, though not that of the machine: nothing is synced. */
export type Journal = Readonly<{
  /** All that an earlier process wrote. A last line cut short was never acknowledged and is dropped. */
  read(): Iterable<BankRecord>
  append(record: BankRecord): void
  /** One write for all that was appended. To be called before anybody is told. */
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
  if (record.is === 'account') readKobo(record.account, 'opening')
  if (record.is === 'scheduled' && record.entry.does === 'pay') readKobo(record.entry.order, 'gross')
  return record
}

/** In place: a reviver would look at every field of every record, which takes most of the time of a start. */
function readKobo<Key extends string>(holder: Readonly<Record<Key, bigint>>, ...keys: readonly Key[]): void {
  const stored: Record<string, unknown> = holder
  for (const key of keys) stored[key] = BigInt(String(stored[key]))
}
