import type { Pool } from 'pg'
import {
  FROZEN,
  type LiftedFreeze,
  type LiftedFreezes,
  noneProven,
  readWithFreezes,
} from '../../shared/decisions/lifted-freezes.ts'
import { EPOCH, type Epochs, noEpochs, requireNewestEpoch } from '../../shared/epochs/epoch-book.ts'
import {
  ACCEPTED_BY_BUSINESS,
  type AllocationFacts,
  allocationFacts,
  DECIDED_EVENTS,
  type EntryFacts,
  entryFacts,
  lineFacts,
  type TransactionFacts,
} from '../../shared/money/facts.ts'

/** Database facts about a payout that is to be sent, read by the payer itself. Amounts are in kobo, as text. */
export type PayoutFacts = Readonly<{
  payout_id: string
  state: string
  mode: string
  account_id: string
  attempt: number
  reference: string
  account: Readonly<{ mode: string; vendor: string; state: string; is_held: boolean }> | null
  right: Readonly<{
    mode: string
    transaction_id: string
    purpose: string
    leg: number
    business_id: string | null
    reference: string
    bank_code: string
    account_number: string
    account_name: string
    amount_minor: string
  }> | null
  transaction: TransactionFacts | null
  sell: Readonly<{
    mode: string
    network: string | null
    fee_minor: string
    /** The account that the sell was accepted with. */
    bank_code: string
    account_number: string
    /** The account that operators decided later, if they did. */
    payee: PayeeFacts | null
  }> | null
  /** The item of a payment order that the sell pays; null if it came from the API. */
  payment: Readonly<{ order_id: string; number: number }> | null
  opening: EntryFacts | null
  deposits: readonly DepositFacts[]
  /** The debit of a sell that is paid from the balance. It is in the commit that accepted the sell. */
  taken: EntryFacts | null
  /** The cases about tokens of the sell that the issuer seized. It is paid only if operators decided in each that we bear the loss. */
  losses: readonly string[]
  /** The naira behind a refund or a return. */
  refund: RefundFacts | null
  /** Descriptions of the freezes in force that cover the payout. */
  freezes: readonly string[]
}>

/** The allocations of a buy, and the returns that operators decided. A return without a buy takes its naira from one credit. */
type RefundFacts = Readonly<{
  buy: Readonly<{ mode: string; vendor_account_id: string }> | null
  /** Allocations to the buy that are in force; for a return, the part of its credit that it returns. */
  allocations: readonly AllocationFacts[]
  /** In order: the position of a return in this list is the number of its leg. */
  returns: readonly ReturnFacts[]
  /** Whether tokens were or may have been sent for the same naira. */
  is_delivered: boolean
  /** Whether the refund matches a sanctions list. */
  is_listed: boolean
}>

export type ReturnFacts = Readonly<{
  id: string
  mode: string
  line_id: string
  amount_minor: string
  /** Each account number and each bank code that a source reported for the payer. */
  numbers: readonly string[]
  bank_codes: readonly string[]
  /** What sources show of a hidden number, with a star for each hidden digit, and each name that they report. */
  masks: readonly string[]
  names: readonly string[]
  /** The account that the payer named on the pay page. */
  named: Readonly<{ bank_code: string; account_number: string }> | null
  /** Other destinations that operators decided, according to the database, oldest first. */
  redirects: readonly Readonly<{ bank_code: string; account_number: string }>[]
  /** Position of this return among the returns without a buy of the same credit, starting at 1. */
  ordinal: number
  /** Whether operators pay it manually or have already done so. */
  is_by_hand: boolean
}>

type PayeeFacts = Readonly<{
  case_id: string
  /** Whether its business decided exactly this account and name, another account with a key. */
  is_by_business: boolean
  bank_code: string
  account_number: string
  account_name: string
}>

/** Tokens that arrived at finality and count for the sell. */
export type DepositFacts = Readonly<{
  mode: string
  network: string
  tx_hash: string
  log_index: number
  address: string
  token: string
  minor: string
  held_minor: string
  outcome: string
  /** The transaction that owns the address. */
  address_of: string | null
  entry: EntryFacts | null
}>

/** Facts with the right and the transaction that every payout must have. */
export type OrderedFacts = PayoutFacts &
  Readonly<{ right: NonNullable<PayoutFacts['right']>; transaction: NonNullable<PayoutFacts['transaction']> }>

// Every place in which a source names the payer of a line. A source that contradicts the others is not ignored.
const PAYERS = `(
  select r.payer_account_number::text as number, r.payer_bank_code::text as bank_code, r.payer_account_mask::text as mask, r.payer_name::text as name
  from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id where s.line_id = c.line_id
  union
  select p.payer_account_number::text, p.payer_bank_code::text, p.payer_account_mask::text, p.payer_name::text
  from bank_line_assignment s join bank_line_payer p on p.reading_id = s.reading_id where s.line_id = c.line_id)`

/** SQL for the returns of the transaction with this id expression, and for their payers. */
const refundFacts = (transactionId: string): string => `json_build_object(
  'buy', (select json_build_object('mode', b.mode, 'vendor_account_id', b.vendor_account_id) from buy b where b.transaction_id = ${transactionId}),
  'allocations', coalesce((
    select json_agg(json_build_object('id', a.id, 'mode', a.mode, 'business_id', null, 'amount_minor', a.amount_minor::text,
      'is_by_people', true, 'entry', ${entryFacts('a.id')}, 'line', ${lineFacts('a.line_id')}))
    from credit_return a where a.id = ${transactionId} and a.transaction_id is null), ${allocationFacts(transactionId)}),
  'returns', (
    select coalesce(json_agg(json_build_object('id', c.id, 'mode', c.mode, 'line_id', c.line_id, 'amount_minor', c.amount_minor::text,
      'numbers', (select coalesce(json_agg(distinct y.number) filter (where y.number is not null), '[]') from ${PAYERS} y),
      'bank_codes', (select coalesce(json_agg(distinct y.bank_code) filter (where y.bank_code is not null), '[]') from ${PAYERS} y),
      'masks', (select coalesce(json_agg(distinct y.mask) filter (where y.mask is not null), '[]') from ${PAYERS} y),
      'names', (select coalesce(json_agg(distinct y.name) filter (where y.name is not null), '[]') from ${PAYERS} y),
      'named', (select json_build_object('bank_code', n.bank_code, 'account_number', n.account_number) from return_account n
        where n.line_id = c.line_id and n.mode = c.mode),
      'redirects', (
        select coalesce(json_agg(json_build_object('bank_code', d.bank_code, 'account_number', d.account_number) order by d.number), '[]')
        from refund_redirect d where d.return_id = c.id and d.transaction_id = ${transactionId}),
      'ordinal', (select count(*) from credit_return o where o.line_id = c.line_id and o.transaction_id is null and o.id <= c.id),
      'is_by_hand', (select count(*) > 0 from hand_payment h where h.return_id = c.id and h.cancelled_at is null)) order by c.id), '[]')
    from credit_return c where c.transaction_id = ${transactionId} or c.id = ${transactionId} and c.transaction_id is null),
  'is_delivered', (
    select count(*) > 0 from transfer_right w join transfer f on f.right_id = w.id
    where w.transaction_id = ${transactionId} and f.state in ('reserved', 'signed', 'conflict', 'final_ok')) or (
    -- Sent before a restore, by a lock that no right has taken yet.
    select count(*) > 0 from transaction x
    join adopted_lock a on a.right_key = x.business_id || '/' || x.mode || '/' || x.reference || '/delivery/1'
    where x.id = ${transactionId} and a.state = 'waiting' and a.tokens_minor::numeric > 0 and a.written_off_at is null),
  'is_listed', (
    select count(*) > 0 from listed_transaction l where l.transaction_id = ${transactionId} or l.transaction_id in (
      select a.transaction_id from credit_return c join allocation a on a.line_id = c.line_id
      where c.id = ${transactionId} and c.transaction_id is null)))`

// One statement reads a whole batch, so that all facts are from one snapshot. Every lookup is by a key.
const FACTS = `
with asked as materialized (
  select p.id, p.state, p.mode, p.account_id, p.attempt, p.reference, p.right_id, p.entry_id from payout p where p.id = any ($1)
), frozen as materialized (
  ${FROZEN}
)
select p.id as payout_id, p.state, p.mode, p.account_id, p.attempt, p.reference,
  case when a.id is not null then json_build_object('mode', a.mode, 'vendor', a.vendor, 'state', a.state,
    'is_held', coalesce(a.lease_until > clock_timestamp(), false)) end as account,
  case when r.id is not null then json_build_object('mode', r.mode, 'transaction_id', r.transaction_id, 'purpose', r.purpose, 'leg', r.leg,
    'business_id', r.business_id, 'reference', r.reference, 'bank_code', r.bank_code, 'account_number', r.account_number,
    'account_name', r.account_name, 'amount_minor', r.amount_minor::text) end as right,
  case when t.id is not null then json_build_object('business_id', t.business_id, 'mode', t.mode, 'type', t.type, 'status', t.status,
    'amount_minor', t.amount_minor::text, 'reference', t.reference, 'is_short', v.is_short, 'releases', v.releases,
    'accepted_minor', ${ACCEPTED_BY_BUSINESS}) end as transaction,
  case when s.transaction_id is not null then json_build_object('mode', s.mode, 'network', s.network, 'fee_minor', s.fee_minor::text,
    'bank_code', s.bank_code, 'account_number', s.account_number, 'payee', (
      select json_build_object('case_id', y.case_id, 'bank_code', y.bank_code, 'account_number', y.account_number, 'account_name', y.account_name,
        'is_by_business', (select count(*) > 0 from business_case_end d where d.case_id = y.case_id and d.transaction_id = y.transaction_id
          and d.mode = s.mode and (d.choice = 'confirm_name' or d.choice = 'beneficiary' and d.decided_by like 'key:%') and d.bank_code = y.bank_code
          and d.account_number = y.account_number and d.account_name = y.account_name))
      from sell_payee y where y.transaction_id = s.transaction_id order by y.number desc limit 1)) end as sell,
  (select json_build_object('order_id', y.order_id, 'number', y.number) from payment_sell y where y.transaction_id = t.id) as payment,
  ${entryFacts('p.entry_id')} as opening,
  (select coalesce(json_agg(json_build_object('mode', d.mode, 'network', d.network, 'tx_hash', d.tx_hash, 'log_index', d.log_index,
      'address', d.address, 'token', d.token, 'minor', d.minor::text, 'held_minor', d.held_minor::text, 'outcome', d.outcome,
      'address_of', (select w.transaction_id from deposit_address w where w.mode = d.mode and w.network = d.network and w.address = d.address),
      'entry', ${entryFacts('d.entry_id')}) order by d.id), '[]')
    from deposit d where d.transaction_id = t.id and d.held_minor::numeric > 0) as deposits,
  ${entryFacts("(select e.id from entry e where e.transaction_id = t.id and e.step = 'taken_from_balance' order by e.id limit 1)")} as taken,
  (select coalesce(json_agg(l.case_id), '[]') from sell_with_loss l where l.transaction_id = t.id) as losses,
  case when r.purpose = 'refund' then ${refundFacts('t.id')} end as refund,
  (select coalesce(json_agg(f.scope || ': ' || f.reason), '[]') from frozen f
    where f.scope = 'all' or f.scope = 'business' and f.subject = t.business_id::text
      or f.scope = 'network' and f.subject = p.mode || ':' || s.network
      or f.scope = 'bank' and f.subject = p.mode || ':' || r.bank_code) as freezes,
  (select coalesce(json_agg(f.lifted), '[]') from frozen f where f.lifted is not null) as unproven, pg_is_in_recovery() as is_copy,
  ${EPOCH} as epoch
from asked p
left join payout_account a on a.id = p.account_id
left join payout_right r on r.id = p.right_id
left join transaction t on t.id = r.transaction_id
left join ${DECIDED_EVENTS} v on true
left join sell s on s.transaction_id = t.id`

type Read = Readonly<{ is_copy: boolean; epoch: number; unproven: readonly LiftedFreeze[] }>

/** Reads the current facts about each payout from the primary, by payout id. */
export async function readPayoutFacts(
  pool: Pool,
  ids: readonly string[],
  freezes: LiftedFreezes = noneProven,
  epochs: Epochs = noEpochs,
): Promise<ReadonlyMap<string, PayoutFacts>> {
  const rows = await readWithFreezes(pool, freezes, async (proven) => {
    const read = await pool.query<PayoutFacts & Read>({
      name: 'payout-facts',
      text: FACTS,
      values: [ids, proven],
    })
    return read.rows
  })
  requireNewestEpoch(rows, epochs)
  return new Map(rows.map((row) => [row.payout_id, row]))
}
