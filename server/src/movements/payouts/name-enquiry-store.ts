import { newId } from '../../kernel/ids/ids.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'
import type { NameEnquiry } from './name-enquiry.ts'

/** Who asks, and about which account. */
type NewEnquiry = Readonly<{
  tenant: Tenant
  keyId: string
  bankCode: string
  accountNumber: string
  hasName: boolean
}>

/** Enough for a desk where people type, and no way to find out who banks where. */
export const enquiryLimits = { minute: 20, day: 1_000 } as const

/** Writes down that somebody asks; instead returns how many seconds to wait, when the business has asked often enough. */
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
 * Asks only as often as a business may ask for names; beyond that it has no answer. A sell or a preview then tells nothing of the name,
 * and the sell is asked about when it is cleared, with its tokens here.
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
