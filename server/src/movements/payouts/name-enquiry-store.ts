import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'

type NewEnquiry = Tenant &
  Readonly<{
    id: string
    keyId: string
    bankCode: string
    accountNumber: string
    hasName: boolean
    limits: Readonly<{ minute: number; day: number }>
    at: Date
  }>

/** Writes down that somebody asks; instead returns how many seconds to wait, when the business has asked often enough. */
export async function takeNameEnquiry(sql: Sql, enquiry: NewEnquiry): Promise<number | undefined> {
  const { rows } = await sql.query<{ wait: number | null }>(
    'select take_name_enquiry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as wait',
    [
      enquiry.id,
      enquiry.businessId,
      enquiry.mode,
      enquiry.keyId,
      enquiry.bankCode,
      enquiry.accountNumber,
      enquiry.hasName,
      enquiry.limits.minute,
      enquiry.limits.day,
      enquiry.at,
    ],
  )
  return rows[0]?.wait ?? undefined
}
