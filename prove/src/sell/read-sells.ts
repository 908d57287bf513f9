import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type OpenCase, readBalances, readOpenCases, readSums, type Sums } from '../buy/read-record.ts'
import { type RecordedAccount, readAccounts } from './read-accounts.ts'

/** A sell as recorded in the database. */
export type RecordedSell = Readonly<{
  id: string
  reference: string
  shop: string
  status: string
  amountMinor: bigint
  feeMinor: bigint
  /** Tokens that arrived at its address, including those that were moved later. */
  depositedMinor: bigint
  /** Tokens that the sell still holds, or that one of its payouts has committed. */
  heldMinor: bigint
  openCases: readonly string[]
  /** Kinds of all cases that were ever opened about the sell. */
  cases: readonly string[]
  /** Its outcome, as readable text. */
  story: string
}>

export type SellRecord = Readonly<{
  sells: readonly RecordedSell[]
  accounts: readonly RecordedAccount[]
  naira: Sums
  tokens: Sums
  /** Token balance of each business, by link tag. */
  balances: Sums
  openCases: readonly OpenCase[]
}>

/** Reads everything in one snapshot. Reads the rows directly and not through the code under proof. */
export async function readSells(owner: Pool): Promise<SellRecord> {
  return inTransaction(owner, async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    const { rows: sells } = await sql.query<SellRow>(SELLS)
    return {
      sells: sells.map(({ id, amount, fee, deposited, held, ...sell }) => ({
        ...sell,
        id: formatId('transaction', id),
        amountMinor: BigInt(amount),
        feeMinor: BigInt(fee),
        depositedMinor: BigInt(deposited),
        heldMinor: BigInt(held),
      })),
      accounts: await readAccounts(sql),
      naira: await readSums(sql, 'NGN'),
      tokens: await readSums(sql, 'NGNC'),
      balances: await readBalances(sql),
      openCases: await readOpenCases(sql),
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
  held: string
  openCases: string[]
  cases: string[]
  story: string
}>
const SELLS = `
  select t.id, t.reference, b.link_tag as shop, t.status::text, t.amount_minor::text as amount, s.fee_minor::text as fee,
    coalesce((select sum(d.minor::numeric) from deposit d where d.transaction_id = t.id), 0)::text as deposited,
    coalesce((select sum(case when p.credit_owner = t.id::text then p.amount_minor::numeric else -p.amount_minor::numeric end)
      from entry e join posting p on p.entry_id = e.id where e.transaction_id = t.id and p.asset = 'NGNC'
        and ((p.credit_kind in ('held', 'committed') and p.credit_owner = t.id::text)
          <> (p.debit_kind in ('held', 'committed') and p.debit_owner = t.id::text))), 0)::text as held,
    array(select k.kind::text from case_file k where k.state <> 'resolved' and k.transaction_id = t.id) as "openCases",
    array(select k.kind::text from case_file k where k.transaction_id = t.id) as cases,
    concat_ws(' ', (select string_agg(concat_ws(' ', e.happened_at::time(0), e.event), ', ' order by e.sequence)
        from transaction_event e where e.transaction_id = t.id),
      '| payouts', (select string_agg(concat_ws(' ', x.state, x.reference, 'sent', x.sent_count, 'looks', x.look_count, 'said', x.last_said,
          'dead', x.money_back_at::time(0), 'next', x.next_look_at::time(0)), ', ' order by x.attempt)
        from payout x join payout_right r on r.id = x.right_id where r.transaction_id = t.id),
      '| order', (select concat_ws(' ', o.account_id, o.due_at) from payout_order o where o.transaction_id = t.id),
      '| wake', (select concat_ws(' ', w.due_at, w.last_error) from wake w where w.subject_id = t.id)) as story
  from transaction t join business b on b.id = t.business_id join sell s on s.transaction_id = t.id
  where t.type = 'sell' and t.mode = 'test'`
