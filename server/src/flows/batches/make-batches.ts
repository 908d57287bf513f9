import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money, printMoney } from '../../kernel/money/money.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import {
  type Batch,
  batchLimits,
  type FollowedRow,
  type GivenRow,
  type NewRow,
  type NumberedProblem,
  type RowField,
} from '../../records/batches/batch.ts'
import {
  cancelBatch,
  confirmBatch,
  countOutcomes,
  insertBatch,
  selectBatches,
  selectRows,
} from '../../records/batches/batch-store.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { SignedRequest } from '../../records/keys/message-signature.ts'
import { createRowRules, type RowRules } from '../payments/row-rules.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock; wake: (id: string) => void }>

/** The API key of a request. */
type Caller = Readonly<{ id: string; tenant: Tenant; terms: BusinessTerms }>

/** A batch with how many rows have each outcome and each problem. */
export type CountedBatch = Batch & Awaited<ReturnType<typeof countOutcomes>>

/** Stores a batch and has every row checked. Nothing is paid before it is confirmed. */
export async function makeBatch(
  { pool, clock, wake }: Deps,
  { id: keyId, tenant, terms }: Caller,
  given: readonly GivenRow[],
  signed?: SignedRequest,
): Promise<CountedBatch> {
  if (!terms.mayHoldBalance)
    throw new Refusal(
      'wallet_required',
      'A batch is paid from the balance, and this business cannot hold one with us. Sell from a wallet instead.',
    )
  const id = newId()
  const rules = createRowRules()
  const read = given.map((row, place) =>
    readRow(row, { id, number: place + 1, terms, rules, isSigned: signed !== undefined }),
  )
  const call = { tenant, keyId, at: clock.now() }
  const waitSeconds = await insertBatch(pool, call, {
    id,
    rows: read.map(({ row }) => row),
    problems: read.flatMap(({ problems }) => problems),
    mostADay: batchLimits.rowsADay,
    signed,
  })
  if (waitSeconds !== undefined)
    throw new Refusal(
      'name_enquiry_limit',
      `A business can send ${batchLimits.rowsADay} rows in 24 hours. Try again in ${waitSeconds} s.`,
      { detail: { retry_after_seconds: waitSeconds } },
    )
  wake(id)
  return readBatch(pool, tenant, id)
}

type Place = Readonly<{
  id: string
  number: number
  terms: BusinessTerms
  rules: RowRules
  isSigned: boolean
}>

/** Reads one row. Every problem is kept, so that a file need not be corrected five times. */
function readRow(
  given: GivenRow,
  { id, number, terms, rules, isSigned }: Place,
): Readonly<{ row: NewRow; problems: readonly NumberedProblem[] }> {
  const problems: NumberedProblem[] = []
  const read = <T>(field: RowField, reader: () => T): T | null => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ number, code: error.code, field, message: error.message })
      return null
    }
  }
  const bank = read('bank_name', () => requireCode(rules.bank(given.bankName), given.bankName, isSigned))
  read('account_number', () => rules.accountNumber(given.accountNumber))
  const amountMinor = read('amount', () => rules.amountMinor(given.amount))
  const fee =
    amountMinor === null ? null : read('amount', () => feeOf(terms.feePlan, money('NGNC', amountMinor)))
  const { reference } = given
  const hasOwnReference =
    reference !== null &&
    read('reference', () => {
      rules.reference(reference, number)
      return true
    }) === true
  const row = {
    ...given,
    number,
    bankCode: bank?.key ?? null,
    amountMinor,
    feeMinor: fee?.minor ?? null,
    // Made of the batch and the number, so that a row is one sell, however often it is tried.
    sellReference: hasOwnReference ? reference : `${formatId('batch', id)}-${number}`,
    hasOwnReference,
  }
  return { row, problems }
}

/** The payer compares a signed row with what it pays, and knows banks by their codes only. */
function requireCode<T extends Readonly<{ key: string }>>(bank: T, given: string, isSigned: boolean): T {
  if (!isSigned || bank.key === given) return bank
  throw new Refusal(
    'request_signature_invalid',
    `A signed row names the bank by its code. Send "${bank.key}".`,
  )
}

export async function readBatch(pool: Pool, tenant: Tenant, id: string): Promise<CountedBatch> {
  return asTenant(pool, tenant, async (sql) => {
    const [batch] = await selectBatches(sql, { id, most: 1 })
    return batch === undefined ? refuseBatch() : { ...batch, ...(await countOutcomes(sql, id)) }
  })
}

/** Returns a page of batches, newest first. */
export async function listBatches(
  pool: Pool,
  tenant: Tenant,
  { before, most }: Readonly<{ before: string | undefined; most: number }>,
): Promise<Readonly<{ batches: readonly Batch[]; nextBefore: string | undefined }>> {
  const found = await asTenant(pool, tenant, async (sql) => selectBatches(sql, { before, most: most + 1 }))
  const batches = found.slice(0, most)
  return { batches, nextBefore: found.length > most ? batches.at(-1)?.id : undefined }
}

/** Returns a page of the rows of a batch, in their order. */
export async function listRows(
  pool: Pool,
  tenant: Tenant,
  page: Readonly<{ id: string; after: number; most: number; onlyProblems: boolean }>,
): Promise<Readonly<{ rows: readonly FollowedRow[]; nextAfter: number | undefined }>> {
  return asTenant(pool, tenant, async (sql) => {
    const [batch] = await selectBatches(sql, { id: page.id, most: 1 })
    if (batch === undefined) return refuseBatch()
    const found = await selectRows(sql, { ...page, most: page.most + 1 })
    const rows = found.slice(0, page.most)
    return { rows, nextAfter: found.length > page.most ? rows.at(-1)?.number : undefined }
  })
}

/** What the caller says that it confirms. */
type Confirmed = Readonly<{
  rows: number
  totalMinor: bigint
  skipProblems: boolean
  signed?: SignedRequest | undefined
}>

/** Confirms a batch: its rows without a problem are paid. The same confirmation again changes nothing. */
export async function confirmPayouts(
  { pool, clock, wake }: Deps,
  { id: keyId, tenant }: Caller,
  id: string,
  confirmed: Confirmed,
): Promise<Readonly<{ batch: CountedBatch; isReplay: boolean }>> {
  const outcome = await confirmBatch(pool, { tenant, keyId, at: clock.now() }, { id, ...confirmed })
  if (outcome === 'confirmed' || outcome === 'same') {
    if (outcome === 'confirmed') wake(id)
    return { batch: await readBatch(pool, tenant, id), isReplay: outcome === 'same' }
  }
  if (outcome === 'unknown') return refuseBatch()
  const { rowCount, preview } = await readBatch(pool, tenant, id)
  switch (outcome) {
    case 'checking':
      throw new Refusal('batch_not_ready', 'Its rows are still being checked. Confirm it when it is ready.')
    case 'cancelled':
      throw new Refusal('batch_over', 'This batch was cancelled. Create a new one.')
    case 'insufficient_balance':
      throw new Refusal(
        'insufficient_balance',
        'The balance of the business is below the total of the batch. Add to the balance first. Nothing was paid.',
      )
    case 'stale':
      throw new Refusal(
        'batch_stale',
        'Since the preview, the same payments were made in another way. Create the batch again and look at its preview. Nothing was paid.',
      )
    case 'problems':
    case 'nothing':
      throw new Refusal('batch_has_problems', problemsMessage(outcome, rowCount, preview?.payableRows ?? 0))
    default: {
      assert(preview !== undefined, 'a batch that differs from what was confirmed must have a preview')
      const total = printMoney(money('NGN', preview.totalMinor))
      throw new Refusal(
        'batch_differs',
        `This batch pays ${preview.payableRows} rows, ${total} together. Send rows and total as its preview has them.`,
        { detail: { rows: preview.payableRows } },
      )
    }
  }
}

function problemsMessage(outcome: 'problems' | 'nothing', rows: number, payable: number): string {
  if (outcome === 'nothing') return 'Every row has a problem. Correct them and create a new batch.'
  const count = rows - payable
  return `${count} ${count === 1 ? 'row has a problem' : 'rows have problems'}. Correct them and create a new batch, or send skip_problems: true to pay the others.`
}

/** Cancels a batch that is not confirmed. The same request again changes nothing. */
export async function cancelPayouts(
  { pool, clock }: Deps,
  { id: keyId, tenant }: Caller,
  id: string,
): Promise<Readonly<{ batch: CountedBatch; isReplay: boolean }>> {
  const outcome = await cancelBatch(pool, { tenant, keyId, at: clock.now() }, id)
  if (outcome === 'unknown') return refuseBatch()
  if (outcome === 'confirmed')
    throw new Refusal(
      'batch_over',
      'This batch was confirmed. Its rows are being paid and cannot be cancelled.',
    )
  return { batch: await readBatch(pool, tenant, id), isReplay: outcome === 'same' }
}

function refuseBatch(): never {
  throw new Refusal('batch_unknown', 'No batch of your business in this mode has this id.')
}
