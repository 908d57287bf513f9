import type { Client } from 'pg'

/** Number of transactions that one set of statements writes. */
const BATCH = 50_000
const BUSINESSES = 2_000

/** Family names and given names, the common ones first: a few belong to very many people, as in Nigeria. */
const names = {
  family:
    'Ibrahim Musa Abubakar Mohammed Okafor Adeyemi Bello Okonkwo Lawal Eze Nwosu Balogun Sani Yusuf Ojo Umar Obi Adebayo Aliyu Chukwu Etim Udo Effiong Danladi Ogunleye Nnamdi Afolabi Idris Garba Olawale',
  given:
    'Chinedu Aisha Ngozi Tunde Fatima Emeka Uduak Zainab Grace Blessing Adaeze Kunle Halima Ifeoma Segun Amina Chioma Bisi Hauwa Kelechi Damilola Maryam Ebuka Folake Suleiman',
}

const list = (words: string) =>
  `array[${words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(',')}]`
/** The square makes the first names of a list much more frequent than the last. */
const pick = (words: string, seed: string) =>
  `(${list(words)})[1 + floor(${words.split(' ').length} * power(proof_share('${seed}' || n), 2))::int]`

const setUp: readonly string[] = [
  'set search_path = afara, public',
  'set session_replication_role = replica',
  'set synchronous_commit = off',
  `create function proof_id(kind integer, n bigint) returns uuid language sql immutable parallel safe
     return (lpad(to_hex(1717986918400 + n * 20), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8000000000000000')::uuid`,
  `create function proof_share(word text) returns double precision language sql immutable parallel safe
     return (hashtext(word)::bigint + 2147483648)::double precision / 4294967296`,
  `insert into business (id, name, link_tag) select proof_id(900, n), 'Shop ' || n || ' Limited', 'proof-shop-' || n
     from generate_series(1, ${BUSINESSES}) n`,
  `insert into business_mode (business_id, mode, may_hold_balance)
     select proof_id(900, n), m::mode, true from generate_series(1, ${BUSINESSES}) n cross join unnest('{live,test}'::text[]) m`,
]

/** Of ten transactions, six are buys, three are sells and one is a withdrawal. One wallet in four transactions is the same. */
const others = (from: number, to: number) => `(
  select n, proof_id(1, n) as id, proof_id(900, 1 + n % ${BUSINESSES}) as business, 'test'::mode as mode,
    case when n % 10 < 6 then 'buy' when n % 10 < 9 then 'sell' else 'withdrawal' end as type, 'other-' || n as reference,
    lpad((n * 7919 % 10000000000)::text, 10, '0') as number, ${pick(names.family, 'f')} || ' ' || ${pick(names.given, 'g')} || ' '
      || ${pick(names.given, 'm')} as name,
    case when n % 4 = 0 then '0x8ba1f109551bD432803012645Ac136ddd64DBA72' else '0x' || left(encode(sha256(('w' || n)::bytea), 'hex'), 40) end
      as wallet, '0x' || encode(sha256(('h' || n)::bytea), 'hex') as hash, sha256(n::text::bytea) as meaning,
    timestamptz '2026-01-01 09:00+01' + n * interval '10 seconds' as at
  from generate_series(${from}::bigint, ${to}::bigint) n) o`

const statements = (of: string, account: string, pool: string): readonly string[] => [
  `insert into transaction (id, business_id, mode, type, status, version, amount_minor, reference, created_at)
     select id, business, mode, type::transaction_type, 'completed', 5, 1500000, reference, at from ${of}`,
  `insert into request_key (business_id, mode, key, transaction_id, meaning)
     select business, mode, k || reference, id, meaning from ${of} cross join unnest('{r:,k:}'::text[]) k`,
  `insert into event_position (position, transaction_id, sequence, business_id, mode, event_id)
     select 1000000000 + n * 2 + s, id, s, business, mode, proof_id(9 + s, n) from ${of} cross join generate_series(1, 2) s`,
  `insert into entry (id, mode, transaction_id, step, posted_at, xid) select proof_id(12, n), mode, id, 'done', at, 0 from ${of}`,
  `insert into buy (transaction_id, mode, vendor_account_id, payer_bank_code, payer_bank_name, payer_account_number, payer_account_name,
       network, wallet_address, fee_minor)
     select id, mode, ${account}, '000013', 'GTBank', number, name, 'Polygon', wallet, 0 from ${of} where type = 'buy'`,
  `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, session_id,
       narration, seen_at, xid)
     select proof_id(2, n), mode, ${account}, 'credit', 'payment', 1500000, 1500000, at, lagos_day(at), 'other session ' || n, 'paid', at, 0
     from ${of} where type = 'buy'`,
  `insert into bank_line_reading (id, vendor_account_id, source, external_id, direction, kind, gross_minor, settled_minor, booked_at,
       value_date, session_id, payer_account_number, payer_name, payer_words, payer_bank_code, narration, seen_at, raw, xid)
     select proof_id(3, n), ${account}, 'feed', 'other line ' || n, 'credit', 'payment', 1500000, 1500000, at, lagos_day(at),
       'other session ' || n, number, upper(name), '{}', '000013', 'paid', at, '{}', 0 from ${of} where type = 'buy'`,
  `insert into bank_line_assignment (reading_id, line_id, source, contradicts_payer, class)
     select proof_id(3, n), proof_id(2, n), 'feed', false, 0 from ${of} where type = 'buy'`,
  `insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, state, asked_at,
       answered_at, number, bank_name, account_name, valid_until)
     select proof_id(4, n), mode, business, id, 'kora', ${pool}, 1500000, 'given', at, at, lpad((n * 104729 % 10000000000)::text, 10, '0'),
       'Bank', 'Shop / Afara', at + interval '1 hour' from ${of} where type = 'buy' and n % 2 = 0`,
  `insert into bank_line_number (vendor_account_id, source, external_id, number)
     select ${account}, 'feed', 'other line ' || n, lpad((n * 104729 % 10000000000)::text, 10, '0') from ${of} where type = 'buy' and n % 2 = 0`,
  `insert into pay_link (id, business_id, mode, transaction_id, token, created_at, expires_at)
     select proof_id(5, n), business, mode, id, left(encode(sha256(('t' || n)::bytea), 'hex'), 22), at, at + interval '1 day'
     from ${of} where type = 'buy' and n % 2 = 0`,
  `insert into expected_payment (id, mode, business_id, vendor_account_id, transaction_id, amount_minor, code, issued_at, expires_at,
       released_at)
     select proof_id(6, n), mode, business, ${pool}, id, 1500000, upper(left(md5('c' || n), 8)), at, at + interval '1 day', at
     from ${of} where type = 'buy' and n % 2 = 0`,
  `insert into issued_paper (business_id, mode, transaction_id, kind, number, token, issued_at)
     select business, mode, id, 'receipt', 'TEST-2026-' || substr(t, 1, 4) || '-' || substr(t, 5, 4), left(md5('p' || n), 22), at
     from (select *, translate(upper(lpad(to_hex(n), 8, '0')), 'ILOU', '0000') as t from ${of} where n % 5 = 0) x`,
  `insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at, xid)
     select proof_id(7, n), mode, id, case type when 'buy' then 'delivery' else 'withdrawal' end, 1, business, reference, 'Polygon', wallet,
       1500000, at, 0 from ${of} where type <> 'sell'`,
  `insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at, signed_at, sent_at, sent_count, ended_at, hash)
     select proof_id(8, n), proof_id(7, n), mode, 'Polygon', proof_id(902, 1), n, 'final_ok', proof_id(12, n), at, at, at, 1, at, hash
     from ${of} where type <> 'sell'`,
  `insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at, xid)
     select proof_id(13, n), proof_id(8, n), 1, 'pay', '', hash, '{}', at, 0 from ${of} where type <> 'sell'`,
  `insert into withdrawal (transaction_id, mode, network, wallet_address, asked_by)
     select id, mode, 'Polygon', wallet, 'business' from ${of} where type = 'withdrawal'`,
  `insert into sell (transaction_id, mode, bank_code, bank_name, account_number, account_name, network, wallet_address, fee_minor)
     select id, mode, '000013', 'GTBank', number, name, 'Polygon', wallet, 0 from ${of} where type = 'sell'`,
  `insert into deposit_address (mode, network, address, transaction_id, created_at)
     select mode, 'Polygon', '0x' || left(encode(sha256(('d' || n)::bytea), 'hex'), 40), id, at from ${of} where type = 'sell'`,
  `insert into deposit (id, mode, network, tx_hash, log_index, block, block_hash, address, sender, token, units, minor, dust_units, held_minor,
       transaction_id, outcome, entry_id, seen_at, xid)
     select proof_id(14, n), mode, 'Polygon', hash, 0, n, 'b', '0x' || left(encode(sha256(('d' || n)::bytea), 'hex'), 40), wallet, 'token',
       1500000, 1500000, 0, 1500000, id, 'funded', proof_id(12, n), at, 0 from ${of} where type = 'sell'`,
  `insert into deposit_sweep (id, mode, network, tx_hash, log_index, block, block_hash, address, lane_id, units, swept_minor, entry_id,
       seen_at, xid)
     select proof_id(15, n), mode, 'Polygon', '0x' || encode(sha256(('s' || n)::bytea), 'hex'), 0, n, 'b',
       '0x' || left(encode(sha256(('d' || n)::bytea), 'hex'), 40), proof_id(902, 1), 1500000, 1500000, proof_id(12, n), at, 0
     from ${of} where type = 'sell'`,
  `insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
       amount_minor, opened_at, xid)
     select proof_id(16, n), mode, id, 'payout', 1, business, reference, '000013', number, upper(name), 1500000, at, 0
     from ${of} where type = 'sell'`,
  `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, final_entry_id, ordered_at, first_sent_at, sent_at,
       sent_count, answered_at, ended_at, session_id)
     select proof_id(17, n), proof_id(16, n), mode, proof_id(904, 1), 1, 'af-other-' || n, 'succeeded', proof_id(12, n), proof_id(12, n), at, at,
       at, 1, at, at, 'paid session ' || n from ${of} where type = 'sell'`,
  `insert into payout_reading (id, payout_id, at, kind, session_id, vendor_id, xid)
     select proof_id(18, n), proof_id(17, n), at, 'success', 'paid session ' || n, 'TRF_other_' || n, 0 from ${of} where type = 'sell'`,
  `insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, seen_at, xid)
     select proof_id(19, n), proof_id(904, 1), 'other debit ' || n, at, 'debit', 1500000, 'af-other-' || n, 'payment', proof_id(17, n), at, 0
     from ${of} where type = 'sell'`,
]

/** Adds transactions of others with everything that a search reads, written by the database itself. `client` is the superuser. */
export async function fillOthers(
  client: Client,
  count: number,
  onFilled: (done: number) => void,
): Promise<void> {
  for (const statement of setUp) await client.query(statement)
  const account = `(select id from vendor_account where mode = 'test' and not is_pool order by id limit 1)`
  const pool = `(select id from vendor_account where mode = 'test' and is_pool order by id limit 1)`
  for (let done = 0; done < count; done += BATCH) {
    const to = Math.min(count, done + BATCH)
    for (const statement of statements(others(done + 1, to), account, pool)) await client.query(statement)
    onFilled(to)
  }
  // Collects statistics, which a database in service has.
  await client.query('vacuum analyze')
}
