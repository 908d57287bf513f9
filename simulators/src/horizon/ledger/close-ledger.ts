import { createHash } from 'node:crypto'
import { applyOperation } from './apply-operation.ts'
import { BASE_FEE, checkTransaction } from './check-transaction.ts'
import { addToHistory, type History, type Ledger, type OperationRecord } from './history.ts'
import { createDraft, type LedgerState } from './ledger-state.ts'
import { partyOf } from './party.ts'
import type { Outcome } from './result.ts'
import type { Submitted } from './submitted.ts'

export type Closing = Readonly<{
  state: LedgerState
  history: History
  /** Applied in this order. */
  transactions: readonly Submitted[]
  closeTime: number
  feeEach: bigint
}>

const LEDGER_BITS = 32n
const TRANSACTION_BITS = 12n

/** Applies the transactions that are still valid and returns the others, which are in no ledger. */
export function closeLedger({ state, history, transactions, closeTime, feeEach }: Closing): Submitted[] {
  const previous = history.ledgers.at(-1)
  const sequence = (previous?.sequence ?? 1) + 1
  const left: Submitted[] = []
  const done: {
    submitted: Submitted
    outcome: Outcome
    operations: Omit<OperationRecord, 'transaction'>[]
  }[] = []
  for (const submitted of transactions) {
    if (checkTransaction(state, submitted, closeTime) !== undefined) {
      left.push(submitted)
      continue
    }
    const token = toToken(sequence, done.length + 1)
    done.push({ submitted, ...applyTransaction(state, submitted, { sequence, closeTime, token, feeEach }) })
  }
  const ledger: Ledger = {
    sequence,
    token: toToken(sequence),
    previousHash: previous?.hash ?? '0'.repeat(64),
    hash: hashOf(
      previous?.hash,
      sequence,
      closeTime,
      done.map(({ submitted }) => submitted.hash),
    ),
    closeTime,
    successful: done.filter(({ outcome }) => outcome.result.code === 'tx_success').length,
    failed: done.filter(({ outcome }) => outcome.result.code !== 'tx_success').length,
    operations: done.reduce((sum, { operations }) => sum + operations.length, 0),
  }
  history.ledgers.push(ledger)
  done.forEach(({ submitted, outcome, operations }, index) => {
    const transaction = { submitted, ledger, outcome, token: toToken(sequence, index + 1) }
    addToHistory(
      history,
      transaction,
      operations.map((operation) => ({ ...operation, transaction })),
    )
  })
  return left
}

/** Returns a position in the global order of ledgers, transactions and operations. */
export function toToken(ledger: number, transaction = 0): bigint {
  return (BigInt(ledger) << LEDGER_BITS) | (BigInt(transaction) << TRANSACTION_BITS)
}

type Place = Readonly<{ sequence: number; closeTime: number; token: bigint; feeEach: bigint }>

/** Charges the fee and uses the sequence whatever the result. The operations are applied together or not at all. */
function applyTransaction(state: LedgerState, submitted: Submitted, place: Place) {
  const { transaction, bump } = submitted
  const feeCharged = (place.feeEach < BASE_FEE ? BASE_FEE : place.feeEach) * submitted.feeUnits
  const charged = createDraft(state)
  const payer = charged.account(submitted.feeSource.account)
  if (payer !== undefined) payer.lumens -= feeCharged
  const source = charged.account(submitted.source.account)
  if (source !== undefined) {
    source.sequence = submitted.sequence
    source.sequenceLedger = place.sequence
    source.sequenceTime = place.closeTime
    source.changedIn = place.sequence
  }
  charged.commit()

  const draft = createDraft(state)
  const operations = transaction.operations.map(({ type, source: by }, index) => ({
    token: place.token + BigInt(index + 1),
    index,
    type,
    source: partyOf(by ?? transaction.source),
    applied: applyOperation(draft, transaction, index, place.sequence),
  }))
  const isFine = operations.every(({ applied }) => applied.code === 'op_success')
  if (isFine) draft.commit()
  const outcome: Outcome = {
    ...(bump && { outer: isFine ? 'tx_fee_bump_inner_success' : 'tx_fee_bump_inner_failed' }),
    result: {
      code: isFine ? 'tx_success' : 'tx_failed',
      feeCharged,
      operations: operations.map(({ type, applied: { code, payload } }) => ({
        type,
        code,
        ...(payload && { payload }),
      })),
    },
  }
  return { outcome, operations }
}

function hashOf(
  previous: string | undefined,
  sequence: number,
  closeTime: number,
  transactions: readonly string[],
): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, sequence, closeTime, transactions]))
    .digest('hex')
}
