import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { createBareApp } from './bare-app.ts'

// The bare side of the list bench: the obvious query for such a page, as an owner without row-level security, with its rows unchanged. It
// uses the same framework, driver, number of connections and kind of log. It has no key, limit, tenant, filter or formatting.
const { PORT, DATABASE_URL, BUSINESS_ID } = process.env
const PAGE = 50

const pool = createPool(DATABASE_URL ?? '', { max: 20, applicationName: 'bare' })
const app = createBareApp()
app.get<{ Querystring: { before: string } }>('/', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'page',
    text: `select t.id, t.type, t.status, t.reference, t.amount_minor, t.created_at, b.fee_minor as buy_fee_minor, b.payer_bank_code,
        b.payer_bank_name, b.payer_account_number, b.payer_account_name, b.needs, v.name as vendor_name, v.account_number as vendor_number,
        v.bank_name as vendor_bank, s.fee_minor as sell_fee_minor, s.bank_code, s.bank_name, s.account_number, s.account_name,
        a.address as deposit_address, k.code, k.message, coalesce(b.network, s.network, w.network) as network,
        coalesce(b.wallet_address, s.wallet_address, w.wallet_address) as wallet_address
      from afara.transaction t
      left join afara.buy b on b.transaction_id = t.id
      left join afara.vendor_account v on v.id = b.vendor_account_id
      left join afara.sell s on s.transaction_id = t.id
      left join afara.deposit_address a on a.transaction_id = t.id
      left join afara.withdrawal w on w.transaction_id = t.id
      left join afara.wallet_block k on k.transaction_id = t.id and k.ended_at is null
      where t.business_id = $1 and t.mode = 'test' and t.id < $2 order by t.id desc limit ${PAGE}`,
    values: [BUSINESS_ID, request.query.before],
  })
  return reply.header('x-request-id', request.id).send({ transactions: rows, next: rows.at(-1)?.id })
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
