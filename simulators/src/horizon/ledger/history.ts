import type { Applied, Moved } from './applied.ts'
import type { Party } from './party.ts'
import type { Outcome } from './result.ts'
import type { Submitted } from './submitted.ts'

export type Ledger = Readonly<{
  sequence: number
  /** Position of the ledger's start in the global order. */
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

/** A real movement of tokens. */
type Movement = Moved & Readonly<{ operation: OperationRecord }>

/** The content of closed ledgers, in order and by account. */
export type History = Readonly<{
  ledgers: Ledger[]
  /** By hash; a fee bump also by its inner hash. */
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

/** Operations that Horizon calls payments. A clawback is not one. */
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
