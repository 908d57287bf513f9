import { formatId, type IdKind } from '@afara/server/kernel/ids/ids.ts'
import type { Client } from 'pg'

/** A text that somebody may hold, and the object that a search for it must find. */
export type Identifier = Readonly<{
  /** What kind of text, for the report. */
  name: string
  text: string
  /** The transaction, or its credit, either of which answers the question. */
  transactionId: string
  lineIds: readonly string[]
}>

/**
 * Every identifier in the rows of the transactions `$1`: our own ids (with their kind), and the texts of businesses, banks, vendors and
 * networks. It reads the tables by their transaction, never by the text, so it shares nothing with the search.
 */
const QUERY = `
with own as (select unnest($1::uuid[]) as id),
line as (select a.transaction_id as id, a.line_id from allocation a join own o on o.id = a.transaction_id),
reading as (select l.id, l.line_id, r.* from line l join bank_line_assignment s on s.line_id = l.line_id
  join (select id as reading_id, vendor_account_id, source, external_id, session_id, payer_account_number, payer_name
    from bank_line_reading) r on r.reading_id = s.reading_id),
payment as (select r.transaction_id as id, r.id as right_id, r.account_number, r.account_name, p.id as payout_id, p.reference
  from payout_right r join own o on o.id = r.transaction_id left join payout p on p.right_id = r.id),
sent as (select r.transaction_id as id, f.id as transfer_id from transfer_right r join own o on o.id = r.transaction_id
  join transfer f on f.right_id = r.id)
select id, 'transaction' as kind, id::text as text from own
union select k.transaction_id, case when k.key like 'r:%' then 'a reference' else 'an idempotency key' end, substr(k.key, 3)
  from transaction t join own o on o.id = t.id
  join request_key k on k.business_id = t.business_id and k.mode = t.mode and k.transaction_id = t.id
union select e.transaction_id, 'event', e.event_id::text from event_position e join own o on o.id = e.transaction_id
union select e.transaction_id, 'entry', e.id::text from entry e join own o on o.id = e.transaction_id
union select l.transaction_id, 'payLink', l.id::text from pay_link l join own o on o.id = l.transaction_id
union select l.transaction_id, 'the token of a pay link', l.token from pay_link l join own o on o.id = l.transaction_id
union select e.transaction_id, 'the code of a payer', e.code from expected_payment e join own o on o.id = e.transaction_id
union select n.transaction_id, 'the number made for a payment', n.number from collection_number n join own o on o.id = n.transaction_id
  where n.number is not null
union select n.transaction_id, 'our reference at a vendor', replace(n.id::text, '-', '') from collection_number n
  join own o on o.id = n.transaction_id
union select p.transaction_id, 'the number of a paper', p.number from issued_paper p join own o on o.id = p.transaction_id
union select p.transaction_id, 'the token of a paper', p.token from issued_paper p join own o on o.id = p.transaction_id
union select b.transaction_id, 'the number of a claimed payer', b.payer_account_number from buy b join own o on o.id = b.transaction_id
union select b.transaction_id, 'the name of a claimed payer', b.payer_account_name from buy b join own o on o.id = b.transaction_id
union select b.transaction_id, 'a wallet', b.wallet_address from buy b join own o on o.id = b.transaction_id
union select id, 'credit', line_id::text from line
union select id, 'the session id of a credit', session_id from reading
union select id, 'the id of a credit at its bank', external_id from reading
union select id, 'the number of a payer', payer_account_number from reading
union select id, 'the name of a payer', payer_name from reading
union select s.transaction_id, 'the number of a payee', s.account_number from sell s join own o on o.id = s.transaction_id
union select s.transaction_id, 'the name of a payee', s.account_name from sell s join own o on o.id = s.transaction_id
union select s.transaction_id, 'a wallet', s.wallet_address from sell s join own o on o.id = s.transaction_id
union select w.transaction_id, 'a wallet', w.wallet_address from withdrawal w join own o on o.id = w.transaction_id
union select a.transaction_id, 'a deposit address', a.address from deposit_address a join own o on o.id = a.transaction_id
union select d.transaction_id, 'deposit', d.id::text from deposit d join own o on o.id = d.transaction_id
union select d.transaction_id, 'the hash of a deposit', d.tx_hash from deposit d join own o on o.id = d.transaction_id
union select d.transaction_id, 'the sender of a deposit', d.sender from deposit d join own o on o.id = d.transaction_id
union select a.transaction_id, 'the hash of a sweep', s.tx_hash from deposit_address a join own o on o.id = a.transaction_id
  join deposit_sweep s on s.address = a.address and s.mode = a.mode
union select id, 'transfer', transfer_id::text from sent
union select s.id, 'the hash of a transfer', a.hash from sent s join transfer_attempt a on a.transfer_id = s.transfer_id
union select id, 'payout', payout_id::text from payment where payout_id is not null
union select id, 'the reference of a payout', reference from payment
union select id, 'the number of a payee', account_number from payment
union select id, 'the name of a payee', account_name from payment
union select p.id, 'the session id of a payout', g.session_id from payment p join payout_reading g on g.payout_id = p.payout_id
union select p.id, 'the id of a payout at its vendor', g.vendor_id from payment p join payout_reading g on g.payout_id = p.payout_id
union select p.id, 'the id of a debit at its vendor', l.external_id from payment p join payout_line l on l.payout_id = p.payout_id
union select c.transaction_id, 'case', c.id::text from case_file c join own o on o.id = c.transaction_id`

const ownKinds: ReadonlySet<string> = new Set<IdKind>([
  'transaction',
  'event',
  'entry',
  'payLink',
  'credit',
  'deposit',
  'transfer',
  'payout',
  'case',
])

const AT_ONCE = 200

/** Returns every identifier of these transactions. `client` sees all rows. */
export async function gatherIdentifiers(
  client: Client,
  transactionIds: readonly string[],
): Promise<Identifier[]> {
  const found: Identifier[] = []
  for (let at = 0; at < transactionIds.length; at += AT_ONCE) {
    const ids = transactionIds.slice(at, at + AT_ONCE)
    const { rows: lines } = await client.query<{ id: string; line_id: string }>(
      'select transaction_id as id, line_id from allocation where transaction_id = any ($1)',
      [ids],
    )
    const linesOf = Map.groupBy(lines, ({ id }) => id)
    const { rows } = await client.query<{ id: string; kind: string; text: string | null }>(QUERY, [ids])
    for (const { id, kind, text } of rows) {
      // PostgreSQL gives an empty text where there is nothing to hold.
      if (text === null || text === '') continue
      const isOwn = ownKinds.has(kind)
      found.push({
        name: isOwn ? `the id of a ${kind}` : kind,
        text: isOwn ? formatId(kind as IdKind, text) : text,
        transactionId: id,
        lineIds: (linesOf.get(id) ?? []).map(({ line_id: line }) => line),
      })
    }
  }
  return found
}
