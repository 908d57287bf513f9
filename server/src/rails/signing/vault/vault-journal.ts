import { type NetworkName, networkNamed } from '../../../kernel/networks.ts'
import type { JournalAttempt, JournalLock, SignerJournal } from '../../../movements/transfers/signer.ts'
import { SignerUnavailable } from '../../../movements/transfers/signer.ts'
import type { AskVault } from '../../ask-vault.ts'

// Page size of the signer.
const JOURNAL_PAGE_SIZE = 500
// The journal has locks almost in order. A lock that was signed late may come after locks with higher numbers, but by no more than this.
const OUT_OF_ORDER_LOCKS = 1_000n

/**
 * Reads the signer's journal backwards from its end, as far as the wanted locks. A restore needs only recent locks, but the journal
 * contains everything that was ever signed.
 */
export function createVaultJournal(ask: AskVault): SignerJournal {
  return {
    async readLocks({ mode, network, address }, from, signal) {
      const isOfLane = ({ lock }: VaultIntent): boolean =>
        lock.mode === mode && lock.network === network && isSameWallet(network, lock.address, address)
      const records: VaultRecord[] = []
      let end = readHeadCount(await ask('/v1/locks', signal))
      for (let isEnough = false; end > 0 && !isEnough; ) {
        const after = Math.max(0, end - JOURNAL_PAGE_SIZE)
        const page = readRecords(await ask(`/v1/journal?after=${after}&most=${end - after}`, signal))
        records.unshift(...page)
        isEnough = page.some(
          (record) => 'lock' in record && isOfLane(record) && record.lock.lock < from - OUT_OF_ORDER_LOCKS,
        )
        end = after
      }
      return groupByLock(records, (intent) => isOfLane(intent) && intent.lock.lock >= from)
    },
  }
}

/** Groups the intents by lock, with the bytes that were signed for each. */
function groupByLock(
  records: readonly VaultRecord[],
  isWanted: (intent: VaultIntent) => boolean,
): JournalLock[] {
  const signed = new Map(records.flatMap((record) => ('of' in record ? [[record.of, record]] : [])))
  const byLock = new Map<bigint, VaultIntent[]>()
  for (const record of records) {
    if (!('lock' in record) || !isWanted(record)) continue
    const { lock } = record.lock
    byLock.set(lock, [...(byLock.get(lock) ?? []), record])
  }
  return [...byLock]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([lock, intents]) => {
      const pay = intents.find(({ action }) => action === 'pay')
      const told = pay ?? intents[0]
      if (told === undefined) return []
      return [
        {
          lock,
          rightKey: told.right,
          transferId: told.transfer_id,
          rightId: told.right_id,
          transactionId: told.transaction_id,
          to: told.to,
          tokensMinor: pay?.tokens_minor ?? 0n,
          credits: told.credits,
          attempts: attemptsOf(intents, (n) => signed.get(n)),
        },
      ]
    })
}

function attemptsOf(
  intents: readonly VaultIntent[],
  signedFor: (n: number) => Readonly<{ raw: Uint8Array; tx_hash: string }> | undefined,
): JournalAttempt[] {
  const attempts: JournalAttempt[] = []
  let hasPay = false
  for (const { n, action } of intents) {
    const bytes = signedFor(n)
    // The same bytes may have been requested twice.
    if (bytes === undefined || attempts.some(({ hash }) => hash === bytes.tx_hash)) continue
    const kind = action === 'cancel' ? 'cancel' : hasPay ? 'bump' : 'pay'
    hasPay ||= action === 'pay'
    attempts.push({ kind, raw: bytes.raw, hash: bytes.tx_hash })
  }
  return attempts
}

const OTHER_RECORDS = ['sweep', 'decisions', 'payments', 'balances', 'epoch']

type Chained = Readonly<{ n: number }>

type VaultIntent = Chained &
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

type VaultSigned = Chained & Readonly<{ of: number; raw: Uint8Array; tx_hash: string }>

type VaultRecord = VaultIntent | VaultSigned

type Json = Readonly<Record<string, unknown>>

function readHeadCount(body: unknown): number {
  const { count } = objectIn(objectOf(body), 'head')
  return Number.isSafeInteger(count) ? (count as number) : odd('head.count')
}

function readRecords(body: unknown): VaultRecord[] {
  const { records } = objectOf(body)
  if (!Array.isArray(records)) return odd('records')
  return records.flatMap((item) => {
    const record = objectOf(item)
    // These use no lock of a lane: a sweep, and what the signer learned about decisions, members, balances and epochs.
    if (OTHER_RECORDS.some((name) => name in record)) return []
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
  throw new SignerUnavailable(`the signer's journal cannot be read: ${what} is missing or not valid`)
}

/** Whether two spellings name the same wallet on the network. */
export function isSameWallet(network: NetworkName, one: string, other: string): boolean {
  if (!networkNamed(network).comparesCaseInsensitively) return one === other
  return one.toLowerCase() === other.toLowerCase()
}
