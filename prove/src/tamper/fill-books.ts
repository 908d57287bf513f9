import { Client } from 'pg'
import type { ProofDatabase } from '../proof-postgres.ts'

const WRITERS = 2
// One round is a credit that is seen, matched and credited to a balance: entries of one, one and three postings.
const POSTINGS_A_ROUND = 5
const ROUNDS_A_CALL = 400
const ROUNDS_A_COMMIT = 5

/**
 * Writes businesses, transactions with their events, audit lines, bank lines with their allocations, deposits and sweeps. Each is written
 * by the function that owns it. A trigger keeps the versions of cases, people and requests for account numbers. Signed bytes, signed
 * decisions and payment orders are written too.
 */
export async function openBooks(database: ProofDatabase, transactions: number): Promise<void> {
  await withClient(database.url('afara_owner'), async (client) => {
    await client.query(`
      with b as (insert into business (id, name, link_tag)
        select uuidv7(), 'Business ' || n, 'business-' || n from generate_series(1, 40) n returning id)
      insert into business_mode (business_id, mode, status, may_hold_balance)
        select id, mode, case mode when 'live' then 'pending' else 'active' end, true from b, unnest(enum_range(null::mode)) mode;
      insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
        values (uuidv7(), 'live', 'Collections', '0000000001', 'bank', 'Bank'),
          (uuidv7(), 'live', 'Collections', '0000000002', 'bank', 'Bank')`)
    await client.query(`do $$
      declare
        v_id uuid;
        v_business uuid;
        v_event text;
        v_version integer;
        v_buy uuid;
        v_sell uuid;
        v_line uuid;
        v_account uuid := (select id from vendor_account where account_number = '0000000002');
      begin
        perform open_lane(uuidv7(), 'live', 'Polygon', 1, 'treasury', 0, now());
        perform open_cursor(uuidv7(), 'live', 'Polygon', 0, 'block 0', now());
        for n in 1..${transactions} loop
          v_id := uuidv7();
          select business_id into v_business from business_mode where mode = 'live' order by business_id offset n % 40 limit 1;
          perform open_transaction(v_id, v_business, 'live', 'buy', 'accepted', 100, 'r' || n, now(), null);
          v_version := 1;
          foreach v_event in array '{paid_in_part, paid_in_part, topped_up}'::text[] loop
            perform move_transaction(v_id, v_version, v_event, jsonb_build_object('note', n), now(), null);
            v_version := v_version + 1;
          end loop;
          insert into audit (id, actor, action, subject, reason, details)
            values (uuidv7(), 'system:proof', 'proof.written', 'r' || n, 'to be tampered with', jsonb_build_object('line', n));
          v_buy := uuidv7();
          perform accept_buys(json_build_array(json_build_object('ordinal', 1, 'id', v_buy, 'business_id', v_business,
            'mode', 'live', 'amount_minor', n + 50, 'reference', 'b' || n, 'meaning', sha256('a buy'), 'vendor_account_id', v_account,
            'payer_bank_code', '000013', 'payer_bank_name', 'GTBank', 'payer_account_number', lpad(n::text, 10, '0'),
            'fee_minor', 0, 'at', now(), 'due_at', now() + interval '1 day')));
          insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, asked_at)
            values (uuidv7(), 'live', v_business, v_buy, 'kora', v_account, n + 50, now());
          select line_id into strict v_line from record_lines(v_account, 'statement', json_build_array(json_build_object('id', uuidv7(), 'external_id', n,
            'direction', 'credit', 'kind', 'payment', 'gross_minor', n + 50, 'settled_minor', n, 'booked_at', now(),
            'value_date', now()::date, 'session_id', 'session ' || n, 'payer_account_number', lpad(n::text, 10, '0'),
            'payer_name', 'Ada', 'payer_words', '{ada}'::text[], 'payer_bank_code', '000013', 'narration', 'paid',
            'raw', json_build_object('line', n))), null, now());
          perform apply_matches(v_account, json_build_object('aged_from', now(), 'allocations', json_build_array(json_build_object(
            'id', uuidv7(), 'line_id', v_line, 'transaction_id', v_buy, 'business_id', v_business, 'amount_minor', n + 50,
            'event', 'paid_in_full', 'evidence', 'number', 'ground', 'dedicated')), 'closes', '[]'::json, 'cases', '[]'::json,
            'looked', '[]'::json), now());
          v_sell := uuidv7();
          perform accept_sells(json_build_array(json_build_object('ordinal', 1, 'id', v_sell, 'business_id', v_business,
            'mode', 'live', 'amount_minor', n + 50, 'reference', 's' || n, 'meaning', sha256('a sell'), 'bank_code', '000013',
            'bank_name', 'GTBank', 'account_number', lpad(n::text, 10, '0'), 'network', 'Polygon', 'wallet_address', 'wallet',
            'deposit_address', 'address ' || n, 'fee_minor', 0, 'at', now(), 'due_at', now() + interval '1 day')));
          perform record_deposits('live', 'Polygon', n - 1, n, 'block ' || n, 0, 10000, json_build_array(
            json_build_object('tx_hash', 'in ' || n, 'log_index', 0, 'block', n, 'block_hash', 'block ' || n, 'sender', 'wallet',
              'address', 'address ' || n, 'token', 'token', 'units', (n + 50) * 10000 + 7),
            json_build_object('tx_hash', 'out ' || n, 'log_index', 1, 'block', n, 'block_hash', 'block ' || n,
              'sender', 'address ' || n, 'address', 'treasury', 'token', 'token', 'units', (n + 50) * 10000 + 7)), '[]', now());
          commit;
        end loop;
      end $$`)
  })
  await withClient(database.url('afara_owner'), async (client) => {
    await client.query(
      `with n as (select n, uuidv7() as id, sha256(n::text::bytea) as bytes from generate_series(1, $1::integer) n), o as (
         insert into operator (id, email, name, created_at) select id, 'operator-' || n || '@proof.test', 'Bisi', now() from n
       ), m as (
         insert into member (id, email, name, created_at) select id, 'member-' || n || '@proof.test', 'Ngozi', now() from n
       ), p as (
         insert into passkey (id, operator_id, credential_id, public_key, name, created_at) select id, id, bytes, bytes, 'Key', now() from n
       ), s as (
         insert into membership (member_id, business_id, role, created_at)
         select id, (select b.id from business b order by b.id offset n % 40 limit 1), 'viewer', now() from n
       ), c as (
         insert into case_file (id, mode, kind, summary, facts, opened_at, due_at)
         select id, 'live', 'request', 'A question', jsonb_build_object('subject', n), now(), now() from n
       )
       insert into case_step select id, 1, null, 'opened', null, 'to be tampered with', now() from n`,
      [transactions],
    )
  })
  // Writes signed bytes, payouts and decisions directly. Their parents are not sealed, and there is no chain and no bank here.
  await withClient(database.url('postgres'), async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into afara.transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at)
       select uuidv7(), uuidv7(), 1, 'pay', sha256(n::text::bytea), '0x' || encode(sha256(n::text::bytea), 'hex'), '{"gas": "60000"}', now()
       from generate_series(1, $1::integer) n`,
      [transactions],
    )
    await client.query(
      `with n as (select n, uuidv7() as payout from generate_series(1, $1::integer) n), r as (
         insert into afara.payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name, amount_minor, opened_at)
         select uuidv7(), 'live', uuidv7(), 'payout', 1, uuidv7(), 's' || n, '000013', lpad(n::text, 10, '0'), 'ADA', n, now() from n
       ), a as (
         insert into afara.payout_reading (id, payout_id, at, kind, code, amount_minor, session_id, vendor_id, raw)
         select uuidv7(), payout, now(), 'success', '00', n, 'session ' || n, 'vendor ' || n, '{}' from n
       )
       insert into afara.payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, seen_at)
       select uuidv7(), uuidv7(), 'line ' || n, now(), 'debit', n, 'af-' || n, 'fee', payout, uuidv7(), now() from n`,
      [transactions],
    )
    await client.query(
      `with n as (select n, uuidv7() as case_id, sha256(n::text::bytea) as bytes from generate_series(1, $1::integer) n), d as (
         insert into afara.signed_decision (case_id, version, mode, transaction_id, line_id, action, text)
         select case_id, 2, 'live', uuidv7(), uuidv7(), 'release', E'Afara decision 1\\ncase: "' || case_id || '"' from n
       )
       insert into afara.decision_signature
         (case_id, version, part, sequence, operator_id, credential_id, authenticator_data, client_data, signature, at)
       select case_id, 2, 'proposed', 2, uuidv7(), bytes, bytes || bytes, bytes, bytes, now() from n`,
      [transactions],
    )
    await client.query(
      `with n as (
         select n, uuidv7() as id, uuidv7() as business, uuidv7() as member, sha256(n::text::bytea) as bytes
         from generate_series(1, $1::integer) n
       ), o as (
         insert into afara.payment_order
           (id, business_id, mode, reference, meaning, item_count, total_minor, text, proposed_by, created_at)
         select id, business, 'live', 'p' || n, bytes, 1, n, E'Afara payment 1\\norder: "' || id || '"', member, now() from n
       ), i as (
         insert into afara.payment_item
           (order_id, number, business_id, mode, beneficiary_id, bank_code, account_number, account_name, amount_minor, reference, note)
         select id, 1, business, 'live', uuidv7(), '000013', lpad(n::text, 10, '0'), 'ADA', n, 'p' || n, '' from n
       ), s as (
         insert into afara.payment_signature
           (order_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
         select id, 'proposed', business, 'live', member, bytes, bytes || bytes, bytes, bytes, now() from n
       ), w as (
         insert into afara.enrolled_wallet (id, business_id, mode, network, address, label, text, added_by, created_at)
         select id, business, 'live', 'Polygon', '0x' || n, 'w' || n, E'Afara wallet 1\\nwallet: "' || id || '"', member, now() from n
       ), ws as (
         insert into afara.wallet_signature
           (wallet_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
         select id, 'proposed', business, 'live', member, bytes, bytes || bytes, bytes, bytes, now() from n
       ), wo as (
         insert into afara.withdrawal_order
           (id, business_id, mode, reference, wallet_id, network, address, amount_minor, text, proposed_by, created_at)
         select id, business, 'live', 'w' || n, id, 'Polygon', '0x' || n, n, E'Afara withdrawal 1\\norder: "' || id || '"', member, now()
         from n
       ), os as (
         insert into afara.withdrawal_signature
           (order_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
         select id, 'proposed', business, 'live', member, bytes, bytes || bytes, bytes, bytes, now() from n
       ), pr as (
         insert into afara.payee_restriction
           (business_id, mode, version, is_on, text, member_id, credential_id, authenticator_data, client_data, signature, at)
         select business, 'live', 1, true, E'Afara payee restriction 1\\nversion: 1', member, bytes, bytes || bytes, bytes, bytes, now()
         from n
       )
       insert into afara.payment_limit
         (business_id, mode, version, limit_minor, text, member_id, credential_id, authenticator_data, client_data, signature, at)
       select business, 'live', 1, n, E'Afara payment limit 1\\nversion: 1', member, bytes, bytes || bytes, bytes, bytes, now() from n`,
      [transactions],
    )
  })
}

/** Writes returns, redirects and ended standing decisions without their cases, so write them after the checks of the record. */
export async function writeReturns(database: ProofDatabase, transactions: number): Promise<void> {
  await withClient(database.url('postgres'), async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `with n as (select n, uuidv7() as id, uuidv7() as case_id from generate_series(1, $1::integer) n), r as (
         insert into afara.credit_return
           (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name, account_name, decided_at)
         select id, 'live', uuidv7(), uuidv7(), case_id, n, lpad(n::text, 10, '0'), '000013', 'GTBank', 'ADA', now() from n
       ), e as (
         insert into afara.standing_end (standing_id, ended_by, reason, at) select case_id, uuidv7(), 'It ran out', now() from n
       )
       insert into afara.refund_redirect (return_id, number, mode, transaction_id, bank_code, account_number, account_name, case_id, at)
       select id, 1, 'live', uuidv7(), '000013', lpad(n::text, 10, '0'), 'ADA', uuidv7(), now() from n`,
      [transactions],
    )
    // A seal ends with the writer of its last row. This row lets the last seal cover the number after the returns, which a forged row may
    // have. Without it that row would be newer than all seals, and no seal could call it forged.
    await client.query(
      `insert into afara.audit (id, actor, action, subject, reason, details)
       values (uuidv7(), 'system:proof', 'proof.written', 'last', 'to end the last seal', '{}')`,
    )
  })
}

/** Posts at least `postings` postings through the posting function, in many small commits over a few connections. */
export async function fillBooks(
  database: ProofDatabase,
  postings: number,
  onFilled: (postings: number) => void,
): Promise<void> {
  let rounds = Math.ceil(postings / POSTINGS_A_ROUND)
  let filled = 0
  const writer = async (number: number) =>
    withClient(database.url('afara_owner'), async (client) => {
      while (rounds > 0) {
        const now = Math.min(rounds, ROUNDS_A_CALL)
        rounds -= now
        await client.query(postRounds(now, number))
        filled += now * POSTINGS_A_ROUND
        onFilled(filled)
      }
    })
  await Promise.all(Array.from({ length: WRITERS }, async (_, number) => writer(number)))
}

/** Each writer uses its own transactions, so that writers do not wait for each other. */
function postRounds(rounds: number, writer: number): string {
  return `do $$
    declare
      v_bank text := (select id from vendor_account where account_number = '0000000001');
      v_ids uuid[];
      v_businesses text[];
      v_pick integer;
      v_held text;
      v_amount numeric;
    begin
      select array_agg(id), array_agg(business_id::text) into v_ids, v_businesses
        from transaction where hashtext(business_id::text) & 1 = ${writer % 2};
      for n in 1..${rounds} loop
        v_pick := 1 + floor(random() * cardinality(v_ids));
        v_held := v_ids[v_pick]::text;
        v_amount := 501 + floor(random() * 1e9);
        perform post_entry(uuidv7(), 'live', null, 'test', now(),
          '{bank}', array[v_bank], '{suspense}', '{""}', '{NGN}', array[v_amount]);
        perform post_entry(uuidv7(), 'live', v_ids[v_pick], 'test', now(),
          '{suspense}', '{""}', '{held}', array[v_held], '{NGN}', array[v_amount]);
        perform post_entry(uuidv7(), 'live', v_ids[v_pick], 'test', now(),
          '{held, held, clearing}', array[v_held, v_held, ''],
          '{clearing, income, business}', array['', 'fees', v_businesses[v_pick]],
          '{NGN, NGN, NGNC}', array[v_amount - 500, 500, v_amount - 500]);
        if n % ${ROUNDS_A_COMMIT} = 0 then
          commit;
        end if;
      end loop;
    end $$`
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
