import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { isMembersRecord, type MemberFact } from '../../shared/members/member-book.ts'

/** Encrypts account numbers in the payer's journal, which is copied to other machines. */
export type JournalKeys = Readonly<{
  /** Returns fields of a record as the file has them. */
  seal<Fields extends object>(fields: Fields): Fields
  /** Returns a record as it was before. Throws if a key is missing or a number was changed. */
  open<Kept extends object>(record: Kept): Kept
}>

const NONCE_BYTES = 12
const TAG_BYTES = 16
const MARK = 'sealed:'

/** Needs at least one key. The highest number encrypts, and all of them decrypt. */
export function createJournalKeys(keys: ReadonlyMap<number, Buffer>): JournalKeys {
  const newest = Math.max(...keys.keys())
  const keyOf = (number: number): Buffer => {
    const key = keys.get(number)
    if (key === undefined) throw new Error(`PAYER_JOURNAL_KEYS lacks key ${number}, which the journal uses`)
    return key
  }
  /** Bound to what the number belongs to, so that it cannot be moved to another record. */
  const sealed = (owner: string, account: string): string => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyOf(newest), nonce).setAAD(Buffer.from(owner))
    const body = Buffer.concat([nonce, cipher.update(account), cipher.final(), cipher.getAuthTag()])
    return `${MARK}${newest}:${body.toString('base64')}`
  }
  // A journal from before has plain numbers. The chain of its records protects them from changes.
  const opened = (owner: string, text: string): string => {
    if (!text.startsWith(MARK)) return text
    const [number = '', body = ''] = text.slice(MARK.length).split(':')
    const bytes = Buffer.from(body, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(Number(number)), bytes.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString()
  }
  return { seal: (fields) => mapAccounts(fields, sealed), open: (record) => mapAccounts(record, opened) }
}

function mapAccounts<T extends object>(record: T, change: (owner: string, account: string) => string): T {
  if (isMembersRecord(record))
    return { ...record, payments: record.payments.map((fact) => mapFact(fact, change)) }
  const { reference, account_number: account } = record as Readonly<Record<string, unknown>>
  return typeof account === 'string' && account !== ''
    ? { ...record, account_number: change(`payout:${String(reference)}`, account) }
    : record
}

function mapFact(fact: MemberFact, change: (owner: string, account: string) => string): MemberFact {
  return fact.kind === 'beneficiary'
    ? { ...fact, account_number: change(`beneficiary:${fact.business}/${fact.mode}`, fact.account_number) }
    : fact
}
