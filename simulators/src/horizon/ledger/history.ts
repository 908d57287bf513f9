import type { Applied, Moved } from './applied.ts'
import type { Party } from './party.ts'
import type { Outcome } from './result.ts'
import type { Submitted } from './submitted.ts'

export type Ledger = Readonly<{
  sequence: number
  /** Where it begins in the order of everything. */
  token: bigint
  hash: string
  previousHash: string
  /** In seconds. */
  closeTime: number
  successful: number
  failed: number
  operations: number
}>

export type TransactionRecord = Readonly<{
  submitted: Submitted
  ledger: Ledger
  outcome: Outcome
  token: bigint
}>

export type OperationRecord = Readonly<{
  token: bigint
  transaction: TransactionRecord
  index: number
  type: string
  source: Party
  applied: Applied
}>

/** One movement of tokens that really happened. */
type Movement = Moved & Readonly<{ operation: OperationRecord }>

/** All that is in closed ledgers, in order, and by account. */
export type History = Readonly<{
  ledgers: Ledger[]
  /** By its hash, and where it is a fee bump by the inner one too. */
  transactions: Map<string, TransactionRecord>
  operationsOf: Map<string, OperationRecord[]>
  accountTransactions: Map<string, TransactionRecord[]>
  accountOperations: Map<string, OperationRecord[]>
  movements: Movement[]
}>

export function createHistory(): History {
  return {
    ledgers: [],
    transactions: new Map(),
    operationsOf: new Map(),
    accountTransactions: new Map(),
    accountOperations: new Map(),
    movements: [],
  }
}

/** What Horizon calls payments. A clawback is none. */
const PAYMENTS = new Set(['createAccount', 'payment', 'pathPaymentStrictSend', 'pathPaymentStrictReceive'])

export function isPayment({ type }: OperationRecord): boolean {
  return PAYMENTS.has(type)
}

export function addToHistory(
  history: History,
  transaction: TransactionRecord,
  operations: readonly OperationRecord[],
): void {
  const { submitted } = transaction
  history.transactions.set(submitted.hash, transaction)
  history.transactions.set(submitted.innerHash, transaction)
  history.operationsOf.set(submitted.hash, [...operations])
  const parties = new Set([submitted.source.account, submitted.feeSource.account])
  for (const operation of operations) {
    const { source, applied } = operation
    const named = new Set([source.account, ...applied.others])
    for (const account of named) parties.add(account)
    for (const account of named) push(history.accountOperations, account, operation)
    if (applied.moved !== undefined && transaction.outcome.result.code === 'tx_success')
      history.movements.push({ ...applied.moved, operation })
  }
  for (const account of parties) push(history.accountTransactions, account, transaction)
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
