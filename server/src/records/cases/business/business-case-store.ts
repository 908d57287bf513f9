import { type Asset, money } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { BusinessCase, Given } from './business-case.ts'
import type { AskedType, Choice, QuestionCode } from './questions.ts'

type Row = {
  id: string
  transaction_id: string
  type: AskedType
  is_from_balance: boolean
  status: string
  reference: string
  amount_minor: string
  fee_minor: string
  held_minor: string
  code: QuestionCode
  opened_at: Date
  due_at: Date
  choices: Choice[]
  bank_says: string | null
  outcome: 'decided' | 'overtaken' | null
  choice: Choice | null
  decided_minor: string | null
  network: string | null
  address: string | null
  bank_name: string | null
  account_number: string | null
  account_name: string | null
  decided_by: string | null
  ended_at: Date | null
}

export type CaseFilter = Readonly<{
  id?: string | undefined
  transactionId?: string | undefined
  /** True: only open cases. False: only those that ended. */
  isOpen?: boolean | undefined
  before?: string | undefined
  most: number
}>

/** Returns cases of the tenant, newest first. */
export async function selectBusinessCases(sql: Sql, filter: CaseFilter): Promise<BusinessCase[]> {
  const { id, transactionId, isOpen, before, most } = filter
  const { rows } = await sql.query<Row>('select * from own_business_cases($1, $2, $3, $4, $5)', [
    id,
    transactionId,
    isOpen,
    before,
    most,
  ])
  return rows.map(toCase)
}

/** Returns the open cases of these transactions of the tenant. */
export async function selectOpenCases(
  sql: Sql,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, BusinessCase>> {
  const { rows } = await sql.query<Row>('select * from open_business_cases($1)', [transactionIds])
  return new Map(rows.map((row) => [row.transaction_id, toCase(row)]))
}

export type DecisionOutcome =
  | 'decided'
  | 'same'
  | 'other'
  | 'overtaken'
  | 'not_offered'
  | 'beneficiary_not_enrolled'
  | 'with_us'

// The money cannot move as the business chose: a lien, a sanctions list, a payer whose bank hides the number, tokens that the issuer took, or
// a payment that may have left before a restore. A business is not told which.
const WITH_US = /^AF(520|001|010|033|040|041|044|062|400|410|440)$/

/** Carries out the answer of the tenant to a case. Undefined if the tenant has no such case. */
export async function decideBusinessCase(
  sql: Sql,
  answer: Readonly<{ caseId: string; choice: Choice; given: Given; by: string; at: Date }>,
): Promise<DecisionOutcome | undefined> {
  const { caseId, choice, given, by, at } = answer
  try {
    const { rows } = await sql.query<{ outcome: DecisionOutcome | null }>(
      'select decide_business_case($1, $2, $3, $4, $5) as outcome',
      [caseId, choice, given, by, at],
    )
    return rows[0]?.outcome ?? undefined
  } catch (error) {
    if (WITH_US.test((error as { code?: string }).code ?? '')) return 'with_us'
    throw error
  }
}

/** Cancels a buy or sell of the tenant that has no money yet. Returns its status. Undefined if the tenant has no such buy or sell. */
export async function cancelOwnTransaction(sql: Sql, id: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql.query<{ status: string | null }>(
    'select cancel_own_transaction($1, $2) as status',
    [id, at],
  )
  return rows[0]?.status ?? undefined
}

function toCase(row: Row): BusinessCase {
  const asset: Asset = row.type === 'buy' ? 'NGN' : 'NGNC'
  const of = (minor: string) => money(asset, BigInt(minor))
  return {
    id: row.id,
    transactionId: row.transaction_id,
    type: row.type,
    isFromBalance: row.is_from_balance,
    status: row.status,
    reference: row.reference,
    amount: of(row.amount_minor),
    fee: of(row.fee_minor),
    held: of(row.held_minor),
    code: row.code,
    openedAt: row.opened_at,
    dueAt: row.due_at,
    choices: row.choices,
    bankSays: row.bank_says,
    end: row.ended_at === null ? undefined : { at: row.ended_at, decision: toDecision(row, of) },
  }
}

function toDecision(row: Row, of: (minor: string) => ReturnType<typeof money>) {
  const { choice, decided_minor: minor, decided_by: by } = row
  if (choice === null || minor === null || by === null) return undefined
  const { network, address, bank_name: bankName, account_number: accountNumber, account_name: name } = row
  return {
    choice,
    amount: of(minor),
    by,
    wallet: network === null || address === null ? undefined : { network, address },
    payee:
      bankName === null || accountNumber === null || name === null
        ? undefined
        : { bankName, accountNumber, accountName: name },
  }
}
