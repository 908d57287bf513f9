import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { accountKinds } from '@afara/server/records/ledger/account.ts'
import { type DeclaredPosting, declaredPostings } from '@afara/server/records/ledger/declared-postings.ts'
import type { Naming } from './naming.ts'

type AccountKind = keyof typeof accountKinds
type Pair = Readonly<{ mode: Mode; debit: AccountKind; credit: AccountKind }>

/** Ids of rows that exist, so that a forged entry looks like any other. */
export type Targets = Readonly<{
  business: string
  /** A transaction of the business. */
  transaction: string
  collection: string
  payoutAccount: string
}>

const kinds = Object.keys(accountKinds) as AccountKind[]
const modes = ['test', 'live'] as const

const assetOf = ({ debit, credit }: Pair): string =>
  accountKinds[debit].assets.find((one) => accountKinds[credit].assets.some((other) => other === one)) ??
  accountKinds[debit].assets[0]

const takes = (kind: AccountKind, side: 'debit' | 'credit'): boolean =>
  accountKinds[kind].floor && accountKinds[kind].normal !== side

/** Lists every pair of kinds in both modes. Pairs that only add come first, so that there is something to take afterwards. */
export function listPairs(): readonly Pair[] {
  const all = modes.flatMap((mode) =>
    kinds.flatMap((debit) => kinds.map((credit) => ({ mode, debit, credit }))),
  )
  const taken = ({ debit, credit }: Pair): number =>
    Number(takes(debit, 'debit')) + Number(takes(credit, 'credit'))
  return all.toSorted((one, two) => taken(one) - taken(two))
}

const ownerOf = (
  kind: AccountKind,
  asset: string,
  { business, transaction, collection, payoutAccount }: Targets,
): string => {
  if (!accountKinds[kind].owned) return ''
  if (kind === 'bank') return collection
  if (kind === 'payout_bank') return payoutAccount
  if (kind === 'outgoing') return asset === 'NGN' ? payoutAccount : 'Polygon'
  if (kind === 'held' || kind === 'committed') return transaction
  if (kind === 'float') return 'Polygon:1'
  if (kind === 'deposit' || kind === 'gas') return 'Polygon'
  if (kind === 'income') return 'fees'
  if (kind === 'expense') return 'loss'
  return business
}

const declared = Map.groupBy(declaredPostings(), ({ mode, debit, credit }) => `${mode} ${debit} / ${credit}`)

/**
 * Forges one balanced entry as the owner of the database: through post_entry if a step declares the pair, otherwise with plain inserts. The
 * balances are changed with it, so that every sum agrees.
 */
export async function forgeEntry(
  owner: Pool,
  naming: Naming,
  { pair, targets, turn }: Readonly<{ pair: Pair; targets: Targets; turn: number }>,
): Promise<void> {
  const { mode, debit, credit } = pair
  const steps = declared.get(`${mode} ${debit} / ${credit}`) ?? []
  const step = steps[turn % Math.max(1, steps.length)]?.step ?? 'credit_matched'
  // Every other entry claims to belong to a transaction.
  const entry = entryOf({ ...pair, step }, targets, { amount: 1_000, isOfTransaction: turn % 2 === 0 })
  const what = `${step}: ${debit} / ${credit} in ${mode} mode`
  if (steps.length > 0 && turn % 3 !== 0 && (await isPosted(owner, entry)))
    return naming.note(entry.id, 'entry', `${what}, by post_entry`)
  await inTransaction(owner, async (sql) => insertEntry(sql, entry))
  naming.note(entry.id, 'entry', `${what}, by inserts`)
}

/** Returns an entry of one posting. An amount that an account must have is the least there is. */
export function entryOf(
  { mode, step, debit, credit }: DeclaredPosting,
  targets: Targets,
  { amount, isOfTransaction }: Readonly<{ amount: number; isOfTransaction: boolean }>,
): Entry {
  const asset = assetOf({ mode, debit, credit })
  return {
    id: newId(),
    mode,
    step,
    transaction: isOfTransaction && mode === 'test' ? targets.transaction : null,
    debit,
    debitOwner: ownerOf(debit, asset, targets),
    credit,
    creditOwner: ownerOf(credit, asset, targets),
    asset,
    amount: takes(debit, 'debit') || takes(credit, 'credit') ? 1 : amount,
  }
}

type Entry = Readonly<{
  id: string
  mode: Mode
  step: string
  transaction: string | null
  debit: AccountKind
  debitOwner: string
  credit: AccountKind
  creditOwner: string
  asset: string
  amount: number
}>

/** Returns false if the function refuses the entry, for example because of a floor. */
async function isPosted(owner: Pool, entry: Entry): Promise<boolean> {
  return postForged(owner, entry).then(
    () => true,
    () => false,
  )
}

/** Posts an entry with the function of the database. */
export async function postForged(pool: Pool, entry: Entry): Promise<void> {
  const { id, mode, transaction, step, debit, debitOwner, credit, creditOwner, asset, amount } = entry
  await pool.query(
    `select post_entry($1, $2, $3, $4, now(), array[$5]::account_kind[], array[$6], array[$7]::account_kind[], array[$8],
       array[$9]::asset[], array[$10]::positive_minor[])`,
    [id, mode, transaction, step, debit, debitOwner, credit, creditOwner, asset, amount],
  )
}

/** Writes an entry past every function, with the balances that it changes. */
export async function insertEntry(sql: Sql, entry: Entry): Promise<void> {
  const { id, mode, transaction, step, debit, debitOwner, credit, creditOwner, asset, amount } = entry
  await sql.query(
    `with e as (insert into entry values ($1, $2, $3, $4, null, now(), pg_current_xact_id()::text::bigint))
     insert into posting values ($1, 1, $2, $5, $6, $7, $8, $9, $10, pg_current_xact_id()::text::bigint)`,
    [id, mode, transaction, step, debit, debitOwner, credit, creditOwner, asset, amount],
  )
  const sides = [
    { kind: debit, owner: debitOwner, by: accountKinds[debit].normal === 'debit' ? amount : -amount },
    { kind: credit, owner: creditOwner, by: accountKinds[credit].normal === 'credit' ? amount : -amount },
  ]
  for (const { kind, owner, by } of sides.filter((side) => accountKinds[side.kind].floor)) {
    if (by < 0)
      await sql.query(
        'update balance set amount_minor = amount_minor + $5 where owner = $1 and kind = $2 and asset = $3 and mode = $4',
        [owner, kind, asset, mode, by],
      )
    else
      await sql.query(
        `insert into balance values ($1, $2, $3, $4, $5)
         on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor`,
        [owner, kind, asset, mode, by],
      )
  }
}

/** Changes the amount of sealed postings, and inserts an entry among older ones. Disables the trigger that refuses it, as the owner can. */
export async function editRows(owner: Pool, naming: Naming, count: number): Promise<void> {
  await inTransaction(owner, async (sql) => {
    await sql.query('alter table posting disable trigger posting_is_history')
    const { rows } = await sql.query<{ id: string }>(
      `update posting p set amount_minor = p.amount_minor + 1 from (
         select q.entry_id, q.ordinal from posting q join entry e on e.id = q.entry_id
         where q.xid <= sealed_through() and e.step = 'credit_seen' and e.id <> all ($2) order by q.xid limit $1) x
       where p.entry_id = x.entry_id and p.ordinal = x.ordinal returning p.entry_id as id`,
      [count, naming.ids()],
    )
    await sql.query('alter table posting enable trigger posting_is_history')
    for (const { id } of rows) naming.note(id, 'edit', 'the amount of a sealed posting')
  })
  for (let turn = 0; turn < count; turn += 1) {
    const id = newId()
    await owner.query(
      `with old as (select xid from entry where xid <= sealed_through() order by xid offset $2 limit 1),
         e as (insert into entry select $1, 'test', null, 'swept', null, now(), xid from old)
       insert into posting select $1, 1, 'test', 'expense', 'loss', 'capital', '', 'NGN', 1, xid from old`,
      [id, turn],
    )
    naming.note(id, 'edit', 'an entry among older ones')
  }
}
