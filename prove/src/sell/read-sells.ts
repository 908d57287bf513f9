import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { readSums, type Sums } from '../buy/read-record.ts'
import { type RecordedAccount, readAccounts } from './read-accounts.ts'

/** A sell as the record has it. */
export type RecordedSell = Readonly<{
  id: string
  reference: string
  shop: string
  status: string
  amountMinor: bigint
  feeMinor: bigint
  /** Of tokens that arrived at its address, whatever became of them. */
  depositedMinor: bigint
  openCases: readonly string[]
  /** What became of it, for people to read. */
  story: string
}>

export type SellRecord = Readonly<{
  sells: readonly RecordedSell[]
  accounts: readonly RecordedAccount[]
  naira: Sums
  tokens: Sums
  openCases: ReadonlyArray<Readonly<{ kind: string; summary: string }>>
}>

/** Everything at one moment, read as rows and not through the code under proof. */
export async function readSells(owner: Pool): Promise<SellRecord> {
  return inTransaction(owner, async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    const { rows: sells } = await sql.query<SellRow>(SELLS)
    const { rows: openCases } = await sql.query<{ kind: string; summary: string }>(
      `select kind::text, summary from case_file where state <> 'resolved'`,
    )
    return {
      sells: sells.map(({ id, amount, fee, deposited, ...sell }) => ({
        ...sell,
        id: formatId('transaction', id),
        amountMinor: BigInt(amount),
        feeMinor: BigInt(fee),
        depositedMinor: BigInt(deposited),
      })),
      accounts: await readAccounts(sql),
      naira: await readSums(sql, 'NGN'),
      tokens: await readSums(sql, 'NGNC'),
      openCases,
    }
  })
}

type SellRow = Readonly<{
  id: string
  reference: string
  shop: string
  status: string
  amount: string
  fee: string
  deposited: string
  openCases: string[]
  story: string
}>
const SELLS = `
  select t.id, t.reference, b.link_tag as shop, t.status::text, t.amount_minor::text as amount, s.fee_minor::text as fee,
    coalesce((select sum(d.minor::numeric) from deposit d where d.transaction_id = t.id), 0)::text as deposited,
    array(select k.kind::text from case_file k where k.state <> 'resolved' and k.transaction_id = t.id) as "openCases",
    concat_ws(' ', (select string_agg(concat_ws(' ', e.happened_at::time(0), e.event), ', ' order by e.sequence)
        from transaction_event e where e.transaction_id = t.id),
      '| payouts', (select string_agg(concat_ws(' ', x.state, x.reference, 'sent', x.sent_count, 'looks', x.look_count, 'said', x.last_said,
          'dead', x.money_back_at::time(0), 'next', x.next_look_at::time(0)), ', ' order by x.attempt)
        from payout x join payout_right r on r.id = x.right_id where r.transaction_id = t.id),
      '| order', (select concat_ws(' ', o.account_id, o.due_at) from payout_order o where o.transaction_id = t.id),
      '| wake', (select concat_ws(' ', w.due_at, w.last_error) from wake w where w.subject_id = t.id)) as story
  from transaction t join business b on b.id = t.business_id join sell s on s.transaction_id = t.id
  where t.type = 'sell' and t.mode = 'test'`
