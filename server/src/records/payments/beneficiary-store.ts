import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { Assertion } from '../decisions/sign-decision.ts'

/** A bank account that members of a business may pay. */
export type Beneficiary = Readonly<{
  id: string
  bankCode: string
  accountNumber: string
  /** As the bank answered. */
  accountName: string
  createdAt: Date
  /** Before this time a second member must approve every payment to it. */
  settledAt: Date
}>

export type BankAccount = Pick<Beneficiary, 'bankCode' | 'accountNumber'>

/** The member who acts, for their business in one mode. */
export type Paying = Tenant & Readonly<{ memberId: string }>

const COLUMNS = 'id, bank_code, account_number, account_name, created_at, settled_at'

/** Returns the beneficiaries in use, the newest first. Runs for one tenant. */
export async function listBeneficiaries(sql: Sql, { businessId, mode }: Tenant): Promise<Beneficiary[]> {
  const { rows } = await sql.query<SnakeRow<Beneficiary>>(
    `select ${COLUMNS} from beneficiary where business_id = $1 and mode = $2 and ended_at is null
     order by created_at desc, id desc limit 2000`,
    [businessId, mode],
  )
  return rows.map((row) => toCamel(row))
}

/** Returns the beneficiaries in use that have one of these accounts. Runs for one tenant. */
export async function findBeneficiaries(
  sql: Sql,
  { businessId, mode }: Tenant,
  accounts: readonly BankAccount[],
): Promise<Beneficiary[]> {
  const { rows } = await sql.query<SnakeRow<Beneficiary>>(
    `select ${COLUMNS} from beneficiary where business_id = $1 and mode = $2 and ended_at is null
       and (bank_code, account_number) in (select * from unnest($3::text[], $4::text[]))`,
    [
      businessId,
      mode,
      accounts.map(({ bankCode }) => bankCode),
      accounts.map(({ accountNumber }) => accountNumber),
    ],
  )
  return rows.map((row) => toCamel(row))
}

/** Adds the accounts that are not in use yet. */
export async function insertBeneficiaries(
  sql: Sql,
  { memberId, businessId, mode }: Paying,
  accounts: readonly Pick<Beneficiary, 'id' | 'bankCode' | 'accountNumber' | 'accountName'>[],
): Promise<void> {
  const rows = accounts.map(({ id, bankCode, accountNumber, accountName }) => ({
    id,
    bank_code: bankCode,
    account_number: accountNumber,
    account_name: accountName,
  }))
  await sql.query('select add_beneficiaries($1, $2, $3, $4)', [
    memberId,
    businessId,
    mode,
    JSON.stringify(rows),
  ])
}

/** Returns false if the business has no such beneficiary in use. */
export async function markBeneficiaryEnded(
  sql: Sql,
  { memberId, businessId, mode }: Paying,
  id: string,
): Promise<boolean> {
  const { rows } = await sql.query<{ ended: boolean }>('select end_beneficiary($1, $2, $3, $4) as ended', [
    memberId,
    businessId,
    mode,
    id,
  ])
  return rows[0]?.ended ?? false
}

/** Whether sells are accepted only to beneficiaries. Version 0: it was never set. */
export type PayeeRestriction = Readonly<{
  version: number
  isOn: boolean
  /** Until when it holds after it was turned off; null while it is on, and if it was never on. */
  endsAt: Date | null
}>

/** Returns the restriction of the business. Runs for one tenant. */
export async function readPayeeRestriction(
  sql: Sql,
  { businessId, mode }: Tenant,
): Promise<PayeeRestriction> {
  const { rows } = await sql.query<PayeeRestriction>(
    `select version, is_on as "isOn", case when not is_on then at + payee_wait(mode) end as "endsAt" from payee_restriction
     where business_id = $1 and mode = $2 order by version desc limit 1`,
    [businessId, mode],
  )
  return rows[0] ?? { version: 0, isOn: false, endsAt: null }
}

export async function insertPayeeRestriction(
  sql: Sql,
  { businessId, mode, memberId }: Paying,
  change: Readonly<{ version: number; isOn: boolean; text: string }>,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
): Promise<void> {
  await sql.query('select set_payee_restriction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    businessId,
    mode,
    memberId,
    change.version,
    change.isOn,
    change.text,
    credentialId,
    authenticatorData,
    clientData,
    signature,
  ])
}

/** Enough for several full orders, and too few to find out who banks where. */
export const payeeLimits = { hour: 3_000, day: 10_000 } as const

/** Records which names a member asks for. If the business reached its limit, records nothing and returns the seconds to wait. */
export async function takePayeeEnquiries(
  sql: Sql,
  { memberId, businessId, mode }: Paying,
  accounts: readonly BankAccount[],
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql.query<{ wait: number | null }>(
    'select take_payee_enquiries($1, $2, $3, $4, $5, $6, $7) as wait',
    [
      memberId,
      businessId,
      mode,
      JSON.stringify(
        accounts.map(({ bankCode, accountNumber }) => ({
          bank_code: bankCode,
          account_number: accountNumber,
        })),
      ),
      payeeLimits.hour,
      payeeLimits.day,
      at,
    ],
  )
  return rows[0]?.wait ?? undefined
}
