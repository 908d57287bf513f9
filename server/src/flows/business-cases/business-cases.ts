import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { asTenant, type Pool, type Sql, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type BusinessCase, choicesBy, type Given } from '../../records/cases/business/business-case.ts'
import {
  type CaseFilter,
  cancelOwnTransaction,
  decideBusinessCase,
  selectBusinessCases,
} from '../../records/cases/business/business-case-store.ts'
import { type Choice, keyChoices } from '../../records/cases/business/questions.ts'
import { selectTransactions } from '../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import { notEnrolled } from '../accept/refusals.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock }>

/** Returns a page of the cases that are this business's to decide, newest first. */
export async function listBusinessCases(pool: Pool, tenant: Tenant, filter: CaseFilter) {
  const found = await asTenant(pool, tenant, async (sql) =>
    selectBusinessCases(sql, { ...filter, most: filter.most + 1 }),
  )
  const cases = found.slice(0, filter.most)
  return { cases, nextBefore: found.length > filter.most ? cases.at(-1)?.id : undefined }
}

/** Returns a case of this business only. */
export async function readBusinessCase(pool: Pool, tenant: Tenant, id: string): Promise<BusinessCase> {
  return asTenant(pool, tenant, async (sql) => requireCase(sql, { id }))
}

/** Returns the newest case of a transaction of this business: the open one, if one is open. */
export async function readCaseOfTransaction(
  pool: Pool,
  tenant: Tenant,
  transactionId: string,
): Promise<BusinessCase> {
  return asTenant(pool, tenant, async (sql) => {
    await requireTransaction(sql, tenant, transactionId)
    const [newest] = await selectBusinessCases(sql, { transactionId, most: 1 })
    if (newest === undefined)
      throw new Refusal('case_not_open', 'Nothing about this transaction is waiting for your decision.')
    return newest
  })
}

export type Answer = Readonly<{
  choice: Choice
  given: Given
  /** `key:<id>` or `member:<id>`. */
  by: string
}>

/**
 * Carries out the answer of a business to a case. The same answer again changes nothing and has the same result; another one is refused with
 * what was decided.
 */
export async function decideCase(
  { pool, clock }: Deps,
  tenant: Tenant,
  caseId: string,
  answer: Answer,
): Promise<Readonly<{ decided: BusinessCase; isReplay: boolean }>> {
  const isMember = answer.by.startsWith('member:')
  const instead = keyChoices.get(answer.choice)
  if (isMember && instead !== undefined) {
    const offered = choicesBy(await readBusinessCase(pool, tenant, caseId), isMember)
    throw new Refusal('choice_not_offered', instead, { detail: { choices: offered } })
  }
  const outcome = await asTenant(pool, tenant, async (sql) =>
    decideBusinessCase(sql, { ...answer, caseId, at: clock.now() }),
  )
  const decided = await readBusinessCase(pool, tenant, caseId)
  if (outcome === 'decided' || outcome === 'same') return { decided, isReplay: outcome === 'same' }
  if (outcome === 'other') {
    const choice = decided.end?.decision?.choice
    throw new Refusal(
      'case_decided',
      `This case was decided before: ${choice}. A decision cannot be changed.`,
      {
        detail: { case_id: formatId('case', caseId), choice },
      },
    )
  }
  if (outcome === 'not_offered') {
    const offered = choicesBy(decided, isMember)
    throw new Refusal(
      'choice_not_offered',
      `This case does not offer ${answer.choice}. Choose ${offered.join(' or ')}.`,
      { detail: { choices: offered } },
    )
  }
  if (outcome === 'beneficiary_not_enrolled') throw notEnrolled()
  if (outcome === 'overtaken')
    throw new Refusal('case_not_open', 'This case has ended. Its transaction moved on without a decision.')
  throw new Refusal(
    'case_with_us',
    'This cannot be done now. Our staff works on the transaction, and its money is safe.',
  )
}

/** Cancels a buy or a sell that has no money yet. A second cancellation changes nothing. */
export async function cancelTransaction(
  { pool, clock }: Deps,
  tenant: Tenant,
  id: string,
): Promise<TransactionView> {
  return asTenant(pool, tenant, async (sql) => {
    const status = await cancelOwnTransaction(sql, id, clock.now())
    const found = await requireTransaction(sql, tenant, id)
    if (status === 'cancelled') return found
    throw new Refusal(
      'transaction_not_cancellable',
      status === undefined
        ? 'A withdrawal cannot be cancelled.'
        : `This transaction is ${status}. Only one without any money can be cancelled.`,
    )
  })
}

async function requireCase(sql: Sql, by: Readonly<{ id: string }>): Promise<BusinessCase> {
  const [found] = await selectBusinessCases(sql, { ...by, most: 1 })
  if (found === undefined) throw new Refusal('case_not_yours', 'No case for you to decide has this id.')
  return found
}

async function requireTransaction(sql: Sql, tenant: Tenant, id: string): Promise<TransactionView> {
  const [found] = await selectTransactions(sql, tenant, [id])
  if (found === undefined) throw new Refusal('transaction_unknown', 'No transaction has this id.')
  return found
}
