import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Books, Count } from './demo-state.ts'

type SumRow = Readonly<{ kind: string; asset: 'NGN' | 'NGNC'; debit: string; credit: string }>
type EntryRow = Readonly<{
  id: string
  at: Date
  debit: string
  credit: string
  asset: 'NGN' | 'NGNC'
  kobo: string
}>
type Start = Readonly<{ sums: readonly SumRow[]; outside: Count['outside'] }>

const names: Readonly<Record<string, string>> = {
  bank: 'Naira at the bank',
  payout_bank: 'Naira for payouts',
  suspense: 'Not matched yet',
  held: 'Held for customers',
  committed: 'Promised to send',
  clearing: 'Exchange at par',
  business: 'Ada Foods’ balance',
  float: 'NGNC on Polygon',
  outgoing: 'On its way out',
  income: 'Fees earned',
  expense: 'Bank charges',
  receivable: 'Ada Foods owes',
  reserve: 'Ada Foods’ reserve',
  capital: 'Our own money',
}
const NEW_FOR_MS = 4_000
const nameOf = (kind: string): string => names[kind] ?? kind

// Float exists on every network, and the demo has one chain. What a vendor collected and has not settled is shown with the bank's naira.
const SUMS = `
  select case when owner like 'collections:%' then 'bank' else kind::text end as kind, asset::text, sum(debit)::text as debit,
    sum(credit)::text as credit from (
    select debit_kind as kind, debit_owner as owner, asset, amount_minor::numeric as debit, 0 as credit from posting where mode = 'test'
    union all select credit_kind, credit_owner, asset, 0, amount_minor::numeric from posting where mode = 'test') p
  where asset in ('NGN', 'NGNC') group by 1, 2`

const ENTRIES = `
  select e.id || ':' || p.ordinal as id, e.posted_at as at, p.debit_kind::text as debit, p.credit_kind::text as credit, p.asset::text,
    p.amount_minor::text as kobo
  from posting p join entry e on e.id = p.entry_id where p.mode = 'test' and p.asset in ('NGN', 'NGNC') and e.posted_at >= $1
  order by p.xid desc, e.posted_at desc, p.ordinal desc limit 14`

/** Reads the ledger for the page. Balances begin at zero with the demo, on our side and outside. */
export function openBooks(owner: Pool) {
  let start: Start | undefined
  const startedAt = new Date()
  const readSums = async () => (await owner.query<SumRow>(SUMS)).rows

  return {
    read: async (count: Count): Promise<Books> => {
      const sums = await readSums()
      start ??= { sums, outside: count.outside }
      const { rows } = await owner.query<EntryRow>(ENTRIES, [startedAt])
      const since = netSince(start.sums, sums)
      const outside = (place: keyof Count['outside']) =>
        String(BigInt(count.outside[place]) - BigInt(start?.outside[place] ?? '0'))
      const naira = (...kinds: string[]) =>
        String(kinds.reduce((total, kind) => total + since('NGN', kind), 0n))
      const tokens = (kind: string) => String(since('NGNC', kind))
      return {
        balances: [
          { name: nameOf('bank'), unit: '₦', ours: naira('bank'), outside: outside('bank') },
          {
            name: nameOf('payout_bank'),
            unit: '₦',
            ours: String(since('NGN', 'payout_bank') + since('NGN', 'outgoing')),
            outside: outside('payouts'),
          },
          {
            name: nameOf('float'),
            unit: '',
            ours: String(since('NGNC', 'float') + since('NGNC', 'outgoing')),
            outside: outside('tokens'),
          },
          {
            name: nameOf('held'),
            unit: '₦',
            ours: negated(naira('held', 'committed', 'suspense')),
            outside: null,
          },
          { name: nameOf('income'), unit: '₦', ours: negated(naira('income')), outside: null },
          {
            name: nameOf('receivable'),
            unit: '₦',
            ours: String(BigInt(naira('receivable')) + BigInt(tokens('receivable'))),
            outside: null,
          },
        ],
        entries: rows.map(({ id, at, debit, credit, asset, kobo }) => ({
          id,
          at: at.toISOString(),
          isNew: Date.now() - at.getTime() < NEW_FOR_MS,
          debit: nameOf(debit),
          credit: nameOf(credit),
          kobo,
          unit: asset === 'NGN' ? '₦' : '',
        })),
        debitKobo: String(total(sums, 'debit') - total(start.sums, 'debit')),
        creditKobo: String(total(sums, 'credit') - total(start.sums, 'credit')),
      }
    },
  }
}

function netSince(before: readonly SumRow[], now: readonly SumRow[]) {
  const net = (rows: readonly SumRow[], asset: string, kind: string) => {
    const row = rows.find((one) => one.kind === kind && one.asset === asset)
    return BigInt(row?.debit ?? '0') - BigInt(row?.credit ?? '0')
  }
  return (asset: 'NGN' | 'NGNC', kind: string) => net(now, asset, kind) - net(before, asset, kind)
}

function total(sums: readonly SumRow[], side: 'debit' | 'credit'): bigint {
  return sums.reduce((sum, row) => sum + BigInt(row[side]), 0n)
}

function negated(kobo: string): string {
  return String(-BigInt(kobo))
}
