import { newId } from '../../kernel/ids/ids.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import type { NameEnquiry } from './name-enquiry.ts'

/** The business that asks, and the account it asks about. */
type NewEnquiry = Readonly<{
  tenant: Tenant
  keyId: string
  bankCode: string
  accountNumber: string
  hasName: boolean
}>

/** Enough for staff who type account numbers, and too few to find out who banks where. */
export const enquiryLimits = { minute: 20, day: 1_000 } as const

/** Records an enquiry. If the business has reached its limit, records nothing and returns the seconds to wait. */
export async function takeNameEnquiry(
  sql: Sql,
  { tenant, keyId, bankCode, accountNumber, hasName }: NewEnquiry,
  at: Date,
): Promise<number | undefined> {
  const { minute, day } = enquiryLimits
  const { rows } = await sql.query<{ wait: number | null }>(
    'select take_name_enquiry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as wait',
    [newId(), tenant.businessId, tenant.mode, keyId, bankCode, accountNumber, hasName, minute, day, at],
  )
  return rows[0]?.wait ?? undefined
}

/**
 * Limits the name enquiries of a business. Beyond the limit there is no answer: a sell or a preview then shows no name, and the sell's name
 * is checked when it is cleared, after its tokens have arrived.
 */
export function createLimitedNameEnquiry(
  enquiry: NameEnquiry,
  sql: Sql,
  asking: Readonly<{ tenant: Tenant; keyId: string; hasName: boolean; at: Date }>,
): NameEnquiry {
  return {
    ask: async (query) =>
      (await takeNameEnquiry(sql, { ...asking, ...query }, asking.at)) === undefined
        ? enquiry.ask(query)
        : undefined,
  }
}
