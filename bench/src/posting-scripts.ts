import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from './test-bed.ts'

/** Each field is SQL, so that one description yields both ways of writing the same rows. */
export type ScriptedPosting = Readonly<{
  debit: readonly [kind: string, owner: string]
  credit: readonly [kind: string, owner: string]
  asset: string
}>

const ACCOUNT_COUNT = 10_000

// Twelve digits, so that an owner is as long as a real one: a uuid as text.
const FIRST = 100_000_000_000
const SOMEONE = `\\set n random(${FIRST}, ${FIRST + ACCOUNT_COUNT - 1})\n`

/** Returns SQL for the text of an owner's uuid, given SQL for its number, starting at 0. */
const ownerNumbered = (number: string) => ownerOf(`(${FIRST} + ${number})`)
/** One of the owners, chosen at random for each entry. */
export const anyOwner = ownerOf(':n')
/** The same owner each time. */
export const oneOwner = `'00000000-0000-7000-8000-${FIRST}'`
/** A new owner each time. */
export const newOwner = 'uuidv7()::text'

/** One of the transactions of `seedOwnTransactions`, chosen at random for each entry. */
export const anyTransaction = transactionOf(':n')

/** Calls the posting function as its owner, like the functions that move money. */
export function postingScript(postings: readonly ScriptedPosting[], transaction = 'null'): string {
  return `${SOMEONE}${postEntry(postings, { transaction })};\n`
}

/** Returns the statement of that script, for callers that bind their own numbers. */
function postEntry(
  postings: readonly ScriptedPosting[],
  { transaction = 'null', amount = '1' }: Readonly<{ transaction?: string; amount?: string }> = {},
): string {
  const array = (values: string[], type: string) => `array[${values.join(', ')}]::${type}[]`
  const kinds = (side: 'debit' | 'credit') =>
    array(
      postings.map((posting) => `'${posting[side][0]}'`),
      'account_kind',
    )
  const owners = (side: 'debit' | 'credit') =>
    array(
      postings.map((posting) => posting[side][1]),
      'text',
    )
  const assets = array(
    postings.map(({ asset }) => `'${asset}'`),
    'asset',
  )
  const amounts = array(
    postings.map(() => amount),
    'positive_minor',
  )
  return `select post_entry(uuidv7(), 'live', ${transaction}, 'test', now(), ${kinds('debit')}, ${owners('debit')}, ${kinds('credit')}, ${owners('credit')}, ${assets}, ${amounts})`
}

/** Calls the function without checks. */
export function uncheckedScript(): string {
  return `${SOMEONE}select public.post_unchecked(${anyOwner});\n`
}

/** Appends the same rows to the bare tables, in one statement. */
export function bareScript(postings: readonly ScriptedPosting[]): string {
  const rows = postings.map(
    ({ debit, credit, asset }, index) =>
      `(${index + 1}::smallint, '${debit[0]}'::account_kind, ${debit[1]}, '${credit[0]}'::account_kind, ${credit[1]}, '${asset}'::asset, 1::numeric)`,
  )
  return `${SOMEONE}with e as (
  insert into public.bare_entry values (uuidv7(), 'live', ${anyTransaction}, 'bench', null, now(), pg_current_xact_id()::text::bigint)
  returning id, mode, xid
)
insert into public.bare_posting
select e.id, p.ordinal, e.mode, p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor, e.xid
from e, (values ${rows.join(', ')})
  as p (ordinal, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor);
`
}

function transactionOf(number: string): string {
  return `('00000000-0000-7000-9000-' || ${number}::text)::uuid`
}

function ownerOf(number: string): string {
  return `'00000000-0000-7000-8000-' || ${number}::text`
}

const AMPLE = '1000000000000'

/** Posts once to each owner, so that no owner is new when the measurement starts. */
export async function seedAccounts(
  { postgres }: TestBed,
  database: string,
  posting: (owner: string) => ScriptedPosting,
): Promise<void> {
  const statement = postEntry([posting(ownerNumbered('s.n'))], { amount: AMPLE })
  await runStatement(
    postgres.url('afara_owner', database),
    `${statement} from generate_series(0, ${ACCOUNT_COUNT - 1}) as s (n)`,
  )
}

/** Creates as many live transactions as there are owners. They own no account, and nothing but entries belongs to them. */
export async function seedOwnTransactions({ postgres }: TestBed, database: string): Promise<void> {
  await runStatement(
    postgres.url('postgres', database),
    `do $$ begin
       set local session_replication_role = replica;
       insert into afara.transaction
         select ${transactionOf(`(${FIRST} + s.n)`)}, uuidv7(), 'live', 'buy', 'completed', 4, 100, 'bench-' || s.n, now()
         from generate_series(0, ${ACCOUNT_COUNT - 1}) as s (n);
     end $$`,
  )
}
