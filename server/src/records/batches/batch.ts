import type { RefusalCode } from '../../kernel/refusal.ts'

/** How many rows one batch may have, and how many a business may send in 24 hours: a bank is asked about each of them. */
export const batchLimits = { rows: 10_000, rowsADay: 50_000 } as const

export const batchStates = ['checking', 'ready', 'paying', 'completed', 'cancelled'] as const

export type BatchState = (typeof batchStates)[number]

/** What the check of a batch found. Once it is there, it never changes. */
type BatchPreview = Readonly<{
  payableRows: number
  /** Of the rows that can be paid. The fees are included. */
  totalMinor: bigint
  feeMinor: bigint
}>

export type Batch = Readonly<{
  id: string
  state: BatchState
  rowCount: number
  checkedRows: number
  preview: BatchPreview | undefined
  createdAt: Date
  readyAt: Date | null
  confirmedAt: Date | null
  cancelledAt: Date | null
  completedAt: Date | null
}>

/**
 * The outcome of a row. `none`: the batch is not confirmed. `skipped`: it had a problem. `waiting`: it has no sell yet. `refused`: our rules
 * refused its sell, and nothing was debited. `returned`: its sell ended without a payment, and the tokens are in the balance again.
 */
export const rowOutcomes = ['none', 'skipped', 'waiting', 'refused', 'paying', 'paid', 'returned'] as const

export type RowOutcome = (typeof rowOutcomes)[number]

/** Fields of a row as a business names them in a request. */
export type RowField = 'bank_name' | 'account_number' | 'account_name' | 'amount' | 'reference'

export type RowProblem = Readonly<{ code: RefusalCode; field: RowField; message: string }>

export type NumberedProblem = RowProblem & Readonly<{ number: number }>

/** What the bank said about the account of a row. */
export type NameCheck = 'match' | 'near' | 'different' | 'unknown' | 'found' | 'not_found' | 'no_answer'

/** A row as a business wrote it. */
export type GivenRow = Readonly<{
  bankName: string
  accountNumber: string
  accountName: string | null
  amount: string
  reference: string | null
}>

/** A row with what we read in it. */
export type NewRow = GivenRow &
  Readonly<{
    number: number
    bankCode: string | null
    amountMinor: bigint | null
    feeMinor: bigint | null
    /** The reference of the sell. */
    sellReference: string
    hasOwnReference: boolean
  }>

export type FollowedRow = Omit<NewRow, 'hasOwnReference' | 'feeMinor'> &
  Readonly<{
    nameCheck: NameCheck | null
    /** As the bank answered. */
    bankAccountName: string | null
    problems: readonly RowProblem[]
    outcome: RowOutcome
    refusal: Readonly<{ code: string; message: string }> | null
    transactionId: string | null
    transactionStatus: string | null
  }>
