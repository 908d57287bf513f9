import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type RecordedAccount, readAccounts } from '../sell/read-accounts.ts'

/** A buy as recorded in the database. */
export type RecordedBuy = Readonly<{
  id: string
  reference: string
  shop: string
  status: string
  amountMinor: bigint
  feeMinor: bigint
  /** Sum of the bank lines that are allocated to the buy and not taken back. */
  givenMinor: bigint
  /** Whether its tokens were credited to the balance of its business. */
  isCredited: boolean
  /** Hashes of the final and successful transfers. */
  delivered: readonly string[]
  /** Kinds of the open cases about the buy or its credits. */
  openCases: readonly string[]
  /** Kinds of all cases that were ever opened about the buy or its credits. */
  cases: readonly string[]
  /** Its outcome, as readable text. */
  story: string
}>

/** Sums of the ledger in kobo, on each account's normal side, by kind or by kind and owner. */
export type Sums = ReadonlyMap<string, bigint>

export type MoneyRecord = Readonly<{
  buys: readonly RecordedBuy[]
  naira: Sums
  tokens: Sums
  /** Token balance of each business, by link tag. */
  balances: Sums
  lanes: ReadonlyArray<
    Readonly<{ network: string; number: number; state: string; floatMinor: bigint; outMinor: bigint }>
  >
  accounts: readonly RecordedAccount[]
  /** Fees that vendors charged for payouts. */
  payoutFeesMinor: bigint
  openCases: ReadonlyArray<OpenCase>
}>

/** A case that waits for an operator. `isOfOne`: it is about a buy or a sell, or about a credit that is allocated to one. */
export type OpenCase = Readonly<{ kind: string; summary: string; story: string; isOfOne: boolean }>

/** Reads everything in one snapshot. Reads the rows directly and not through the code under proof. */
export async function readMoneyRecord(owner: Pool): Promise<MoneyRecord> {
  return inTransaction(owner, async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    const { rows: buys } = await sql.query<BuyRow>(BUYS)
    const { rows: lanes } = await sql.query<LaneRow>(LANES)
    const { rows: fees } = await sql.query<{ minor: string }>(FEES)
    return {
      buys: buys.map(({ id, amount, fee, given, ...buy }) => ({
        ...buy,
        id: formatId('transaction', id),
        amountMinor: BigInt(amount),
        feeMinor: BigInt(fee),
        givenMinor: BigInt(given),
      })),
      naira: await readSums(sql, 'NGN'),
      tokens: await readSums(sql, 'NGNC'),
      balances: await readBalances(sql),
      lanes: lanes.map(({ float, out, ...lane }) => ({
        ...lane,
        floatMinor: BigInt(float),
        outMinor: BigInt(out),
      })),
      accounts: await readAccounts(sql),
      payoutFeesMinor: BigInt(fees[0]?.minor ?? '0'),
      openCases: await readOpenCases(sql),
    }
  })
}

export async function readOpenCases(sql: Reader): Promise<OpenCase[]> {
  const { rows } = await sql.query<OpenCase>(
    `select kind::text, summary, concat_ws(' ', c.state, c.opened_at::time(0), c.facts, c.proposal, (select t.type || ' ' || t.status
         from transaction t where t.id = c.transaction_id)) as story, exists (select from transaction t where t.id = c.transaction_id and t.type in ('buy', 'sell'))
       or exists (select from allocation a where a.line_id = c.line_id) as "isOfOne"
     from case_file c where state <> 'resolved'`,
  )
  return rows
}

/** Describes open cases that are about no buy and no sell, which no customer's conduct explains. */
export function describeStray(cases: readonly OpenCase[]): string[] {
  return cases.flatMap(({ kind, summary, story, isOfOne }) =>
    isOfOne ? [] : [`still open: ${kind}, ${summary} ${story}`],
  )
}

type BuyRow = Readonly<{
  id: string
  reference: string
  shop: string
  status: string
  amount: string
  fee: string
  given: string
  isCredited: boolean
  delivered: string[]
  openCases: string[]
  cases: string[]
  story: string
}>
type LaneRow = Readonly<{ network: string; number: number; state: string; float: string; out: string }>

const BUYS = `
  select t.id, t.reference, b.link_tag as shop, t.status::text, t.amount_minor::text as amount, y.fee_minor::text as fee,
    coalesce((select sum(a.amount_minor::numeric) from standing_allocation a
      where a.transaction_id = t.id), 0)::text as given,
    exists (select from transaction_event e where e.transaction_id = t.id and e.event = 'credited_to_balance') as "isCredited",
    array(select f.hash from transfer f join transfer_right r on r.id = f.right_id
      where r.transaction_id = t.id and f.state = 'final_ok') as delivered,
    k.open as "openCases", k.every as cases,
    concat_ws(' ', (select string_agg(concat_ws(' ', e.happened_at::time(0), e.event), ', ' order by e.sequence)
        from transaction_event e where e.transaction_id = t.id),
      '| transfers', (select string_agg(concat_ws(' ', f.state, 'lock', f.lock, 'sent', f.sent_count), ', ')
        from transfer f join transfer_right r on r.id = f.right_id where r.transaction_id = t.id),
      '| payouts', (select string_agg(concat_ws(' ', x.state, x.reference, 'said', x.last_said, 'dead', x.money_back_at::time(0)), ', ')
        from payout x join payout_right r on r.id = x.right_id where r.transaction_id = t.id),
      '| wake', (select concat_ws(' ', w.due_at, w.last_error) from wake w where w.subject_id = t.id)) as story
  from transaction t join business b on b.id = t.business_id join buy y on y.transaction_id = t.id
  cross join lateral (select coalesce(array_agg(c.kind::text) filter (where c.state <> 'resolved'), '{}') as open,
      coalesce(array_agg(c.kind::text), '{}') as every
    from case_file c where c.transaction_id = t.id
      or c.line_id in (select a.line_id from allocation a where a.transaction_id = t.id)) k
  where t.type = 'buy' and t.mode = 'test'`

const FEES = `
  select coalesce(sum(case when p.debit_kind = 'expense' then p.amount_minor::numeric else -p.amount_minor::numeric end), 0)::text as minor
  from entry e join posting p on p.entry_id = e.id where e.step = 'payout_fees' and e.mode = 'test'`

const LANES = `
  select l.network, l.number, l.state::text, coalesce(b.amount_minor, 0)::text as float,
    coalesce((select sum(r.tokens_minor::numeric) from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.state in ('reserved', 'signed', 'conflict')), 0)::text as out
  from lane l left join balance b on b.mode = l.mode and b.kind = 'float' and b.asset = 'NGNC' and b.owner = l.network || ':' || l.number
  where l.mode = 'test' order by l.network, l.number`

type Reader = Parameters<Parameters<typeof inTransaction>[1]>[0]

/** Sums the balance of each business from the postings, by link tag. */
export async function readBalances(sql: Reader): Promise<Sums> {
  const { rows } = await sql.query<{ name: string; sum: string }>(
    `select b.link_tag as name, sum(s.amount)::text as sum from (
       select debit_owner as owner, -amount_minor::numeric as amount from posting where mode = 'test' and debit_kind = 'business'
       union all
       select credit_owner, amount_minor::numeric from posting where mode = 'test' and credit_kind = 'business') s
     join business b on b.id::text = s.owner group by 1`,
  )
  return new Map(rows.map(({ name, sum }) => [name, BigInt(sum)]))
}

export async function readSums(sql: Reader, asset: string): Promise<Sums> {
  const { rows } = await sql.query<{ name: string; sum: string }>(
    `select name, sum(amount)::text as sum from (
       -- What a vendor collected and has not settled counts as naira in the bank.
       select case when debit_owner like 'collections:%' then 'bank' else debit_kind::text end
           || case when debit_kind in ('income', 'expense') then ':' || debit_owner else '' end as name,
         case when account_is_debit_normal(debit_kind) then amount_minor::numeric else -amount_minor::numeric end as amount
       from posting where mode = 'test' and asset = $1
       union all
       select case when credit_owner like 'collections:%' then 'bank' else credit_kind::text end
           || case when credit_kind in ('income', 'expense') then ':' || credit_owner else '' end,
         case when account_is_debit_normal(credit_kind) then -amount_minor::numeric else amount_minor::numeric end
       from posting where mode = 'test' and asset = $1) sides
     group by name`,
    [asset],
  )
  return new Map(rows.map(({ name, sum }) => [name, BigInt(sum)]))
}
