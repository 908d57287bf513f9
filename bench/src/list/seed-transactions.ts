import { runStatement } from '@afara/stack/postgres/run-statement.ts'

// The rows that a page reads, written by the database itself in order of time. Of ten transactions, seven are buys, two are sells from a
// wallet and one is a withdrawal, one second apart. They have no events and no ledger entries, because no page reads those.
const STATEMENTS = (businessId: string, count: number) => [
  `create unlogged table afara.seeded as
   select g as n, uuidv7(make_interval(secs => g - ${count})) as id, now() + make_interval(secs => g - ${count}) as at,
     case when g % 10 < 7 then 'buy' when g % 10 < 9 then 'sell' else 'withdrawal' end as type
   from generate_series(1, ${count}) g`,
  `insert into afara.transaction
   select id, '${businessId}', 'test', type::afara.transaction_type,
     case when n > ${count} - 100 then case type when 'buy' then 'pending_payment' when 'sell' then 'pending_deposit' else 'sending' end
       else 'completed' end, 4, 1500000 + n % 10000000, 'order-' || n, at
   from afara.seeded order by n`,
  `insert into afara.buy (transaction_id, mode, vendor_account_id, payer_bank_code, payer_bank_name, payer_account_number, payer_account_name,
     network, wallet_address, fee_minor, needs)
   select s.id, 'test', (select id from afara.vendor_account where mode = 'test' and business_id is null order by id limit 1), '000013', 'GTBank',
     lpad((s.n % 10000000000)::text, 10, '0'), 'ADA OBI', 'Polygon', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', 5000, '{}'
   from afara.seeded s where s.type = 'buy' order by n`,
  `insert into afara.sell (transaction_id, mode, bank_code, bank_name, account_number, account_name, network, wallet_address, fee_minor)
   select id, 'test', '000013', 'GTBank', lpad((n % 10000000000)::text, 10, '0'), 'ADA OBI', 'Polygon',
     '0x8ba1f109551bD432803012645Ac136ddd64DBA72', 5000
   from afara.seeded where type = 'sell' order by n`,
  `insert into afara.deposit_address
   select 'test', 'Polygon', '0x' || lpad(to_hex(n), 40, '0'), id, at from afara.seeded where type = 'sell' order by n`,
  `insert into afara.withdrawal
   select id, 'test', 'Polygon', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', 'business' from afara.seeded where type = 'withdrawal' order by n`,
  'drop table afara.seeded',
]

/** Fills one business with `count` transactions by SQL statements: a million in a minute. `url` connects as the superuser. */
export async function seedTransactions(url: string, businessId: string, count: number): Promise<void> {
  for (const statement of STATEMENTS(businessId, count)) await runStatement(url, statement)
  // Collects statistics, which a database in service has.
  await runStatement(url, 'vacuum analyze')
}
