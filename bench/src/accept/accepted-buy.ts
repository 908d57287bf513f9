import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { BenchApi } from '../raise-api.ts'
import type { TestBed } from '../test-bed.ts'

/** The content of every buy of the bench, over HTTP and in bare SQL. */
export type AcceptedBuy = Readonly<{
  amount: string
  vendor: Readonly<{ id: string; name: string; bankName: string; accountNumber: string }>
  payerBankCode: string
  payerBankName: string
  payerAccountNumber: string
  payerAccountName: string
  network: string
  businessUuid: string
}>

/** Payers pay into the business's own test account, because the API shows this account to the business. */
export async function describeBuy(bed: TestBed, api: BenchApi): Promise<AcceptedBuy> {
  const pool = createPool(bed.postgres.url('afara_owner', api.database), { max: 1, applicationName: 'bench' })
  try {
    const { rows } = await pool.query<AcceptedBuy['vendor'] & { businessUuid: string }>(
      `select v.id, v.name, v.bank_name as "bankName", v.account_number as "accountNumber", b.id as "businessUuid"
       from business b join vendor_account v on v.business_id = b.id and v.mode = 'test' where b.link_tag = $1`,
      [api.linkTag],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the seed created no test vendor account for this business')
    const { businessUuid, ...vendor } = row
    return {
      amount: '25000.50',
      vendor,
      payerBankCode: '000013',
      payerBankName: 'GTBank',
      payerAccountNumber: '0123456789',
      payerAccountName: 'ADA OBI',
      network: 'Polygon',
      businessUuid,
    }
  } finally {
    await pool.end()
  }
}
