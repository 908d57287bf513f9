import { randomBytes } from 'node:crypto'
import { BASE_FEE, checkTransaction } from './check-transaction.ts'
import { closeLedger, toToken } from './close-ledger.ts'
import { createHistory, type Ledger, type TransactionRecord } from './history.ts'
import { createLedgerState } from './ledger-state.ts'
import type { Outcome } from './result.ts'
import type { Submitted } from './submitted.ts'
import { type Admission, createTransactionQueue } from './transaction-queue.ts'

/** The immediate answer to a submission. */
export type Said = Readonly<{
  status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' | 'ERROR'
  outcome?: Outcome
}>

/** The end of a submission: in a ledger, or refused because another transaction used its sequence. */
export type Settled = Readonly<{ record: TransactionRecord } | { outcome: Outcome }>

export type SimulatedLedger = ReturnType<typeof createSimulatedLedger>

const MS = 1_000

/** One network with one ledger at a time, which closes when the caller requests it. */
export function createSimulatedLedger(passphrase: string) {
  const state = createLedgerState()
  const history = createHistory()
  const queue = createTransactionQueue()
  const waiting = new Map<string, Set<(settled: Settled) => void>>()
  let aheadMs = 0
  let feeEach = BASE_FEE

  const now = () => Date.now() + aheadMs
  const latest = (): Ledger => history.ledgers.at(-1) as Ledger
  const tell = (hash: string, settled: Settled) => {
    for (const listener of waiting.get(hash) ?? []) listener(settled)
    waiting.delete(hash)
  }
  const close = (): Ledger => {
    // Close times never decrease. Ledgers of the same second have the same time here.
    const closeTime = Math.max(Math.floor(now() / MS), history.ledgers.at(-1)?.closeTime ?? 0)
    const transactions = queue.take(feeEach)
    const left = new Set(closeLedger({ state, history, transactions, closeTime, feeEach }))
    for (const submitted of transactions) {
      const record = history.transactions.get(submitted.hash)
      if (left.has(submitted) || record === undefined) continue
      tell(submitted.hash, { record })
      tell(submitted.innerHash, { record })
    }
    for (const submitted of left) {
      const outcome = checkTransaction(state, submitted, closeTime)
      if (outcome?.result.code === 'tx_bad_seq') tell(submitted.hash, { outcome })
    }
    return latest()
  }
  // Two networks share nothing, not even ledger hashes.
  history.ledgers.push({
    sequence: 1,
    token: toToken(1),
    hash: randomBytes(32).toString('hex'),
    previousHash: '0'.repeat(64),
    closeTime: Math.floor(now() / MS),
    successful: 0,
    failed: 0,
    operations: 0,
  })
  close()

  return {
    passphrase,
    state,
    history,
    now,
    latest,
    close,
    queued: () => queue.list(),
    feeEach: () => feeEach,
    setFeeEach: (fee: bigint) => {
      feeEach = fee
    },
    advance: (ms: number) => {
      aheadMs += ms
    },
    submit: (submitted: Submitted): Said => {
      const admission = queue.admit(submitted)
      if (admission !== undefined) return said(admission)
      const outcome = checkTransaction(state, submitted, latest().closeTime)
      if (outcome !== undefined) return { status: 'ERROR', outcome }
      queue.put(submitted)
      return { status: 'PENDING' }
    },
    /** Resolves when the transaction is settled, or with undefined after a timeout. */
    settled: async (hash: string, withinMs: number): Promise<Settled | undefined> => {
      const record = history.transactions.get(hash)
      if (record !== undefined) return { record }
      const listeners = waiting.get(hash) ?? new Set()
      waiting.set(hash, listeners)
      return new Promise((resolve) => {
        const listener = (settled: Settled | undefined) => {
          clearTimeout(timer)
          listeners.delete(listener)
          resolve(settled)
        }
        const timer = setTimeout(listener, withinMs, undefined)
        timer.unref()
        listeners.add(listener)
      })
    },
  }
}

function said(admission: Admission): Said {
  if (admission === 'tx_bad_seq' || admission === 'tx_insufficient_fee')
    return { status: 'ERROR', outcome: { result: { code: admission, feeCharged: 0n } } }
  return { status: admission }
}
