import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deposit } from '../../../test/ledger-accounts.ts'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { createPool, type Sql } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { acceptSells } from '../transactions/accepting/sell-store.ts'
import { sequenceEvents } from '../transactions/feed/feed-store.ts'
import { business, posting } from './account.ts'
import { runChecks } from './check-store.ts'
import { postEntry, reverseEntry } from './ledger-store.ts'
import { sealNextBatch } from './seals/seal-rows.ts'

const database = await createTestDatabase()
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const sealer = createPool(database.url('afara_sealer'), { max: 2, applicationName: 'test' })

/** Creates a database with rows of every kind and no errors. */
beforeAll(async () => {
  const ada = (
    await createBusiness(owner, {
      name: 'Ada Foods',
      linkTag: 'ada-foods',
      actor: 'system:test',
      reason: 'a test',
    })
  ).id
  for (let count = 0; count < 3; count += 1) {
    const id = newId()
    await owner.query(`select accept_drill($1, $2, $3, $4, now())`, [id, ada, `drill-${id}`, `key-${count}`])
  }
  await acceptSells(owner, [
    {
      id: newId(),
      businessId: ada,
      mode: 'test',
      reference: 'sell-1',
      idempotencyKey: null,
      amount: money('NGNC', 100_00n),
      fee: money('NGNC', 0n),
      payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
      wallet: { network: 'Solana', address: 'somewhere' },
      depositAddress: 'elsewhere',
      meaning: Buffer.alloc(32),
      guardSince: undefined,
      createdAt: new Date(),
      expiresAt: new Date(),
    },
  ])
  const entryId = newId()
  const postings = [posting(deposit('polygon'), business(ada), money('NGNC', 100n))]
  for (const id of [entryId, newId()]) {
    await postEntry(owner, { id, mode: 'live', transactionId: null, step: 'test', at: new Date(), postings })
  }
  await reverseEntry(owner, { id: newId(), entryId, step: 'test', at: new Date() })
  const settle = async () => {
    await sealNextBatch({ pool: sealer, clock })
    await sequenceEvents(worker)
    const { rows } = await superuser.query<{ positions: number; sums: number }>(
      'select (select count(*)::int from afara.event_position) as positions, (select count(*)::int from afara.account_total) as sums',
    )
    expect(rows[0]).toEqual({ positions: 4, sums: 1 })
  }
  await vi.waitFor(settle, { timeout: 60_000 })
})
afterAll(async () => {
  await Promise.all([superuser.end(), owner.end(), worker.end(), sealer.end()])
  await database.drop()
})

/** Returns what one check finds after a superuser ran the damage, which is then rolled back. */
async function findingsAfter(damage: string, named: string): Promise<string[]> {
  await superuser.query('begin')
  try {
    await superuser.query('set local session_replication_role = replica')
    await superuser.query('set local search_path = afara')
    const { rowCount } = await superuser.query(damage)
    expect(rowCount, 'the damage hit nothing').toBeGreaterThan(0)
    const { findings } = await runChecks(superuser, [named])
    return [...new Set(findings.map(({ check }) => check))]
  } finally {
    await superuser.query('rollback')
  }
}

test('a correct database has no findings', async () => {
  const { checks, findings } = await runChecks(worker)
  expect(findings).toEqual([])
  expect(checks).toBe(Object.keys(damages).length)
})

test('a check of sums finds nothing while the books are being folded', async () => {
  const { rows } = await superuser.query('select min(xid)::text as first from afara.posting')
  const inSlicesOfOne = {
    query: async (text: string, values: unknown[] = []) => {
      const given = text.includes('next_writer') ? [values[0], 1, values[2]] : values
      const answer = await superuser.query(text, given)
      const isPosted = text.includes('run_check') && BigInt(String(values[3])) >= BigInt(rows[0]?.first)
      if (isPosted) await superuser.query('select fold_books(1000000)')
      return answer
    },
  }
  await superuser.query('begin')
  try {
    await superuser.query('set local search_path = afara')
    const { findings } = await runChecks(inSlicesOfOne as unknown as Sql, ['check_books', 'check_exposure'])
    expect(findings).toEqual([])
  } finally {
    await superuser.query('rollback')
  }
})

const forge = (change: string) =>
  `with e as (insert into entry select gen_random_uuid(), mode, null, 'forged', null, now(), xid from entry limit 1 returning *)
   insert into posting select e.id, 1, e.mode, ${change}, e.xid from e, (select * from posting limit 1) p`

/** Adds an event to the sell, and changes nothing else, so that the event contradicts the rest of the database. */
const forgeEvent = (type: string, event: string, data = '{}') =>
  `insert into transaction_event (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at)
   select id, 2, gen_random_uuid(), business_id, mode, '${type}', '${event}', status, status, '${data}', now() from transaction where type = 'sell'`

const forgeTransfer = (lock: number) =>
  `with r as (insert into transfer_right
      select gen_random_uuid(), mode, id, 'delivery', 1, business_id, 'r', 'Polygon', 'a', 5, now(), 1 from transaction where type = 'sell' returning *),
    l as (insert into lane (id, mode, network, number, address, first_lock, next_lock) values (gen_random_uuid(), 'test', 'Polygon', 1, 'a', 0, 6) returning id)
   insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
   select gen_random_uuid(), r.id, 'test', 'Polygon', l.id, ${lock}, 'reserved', gen_random_uuid(), now() from r, l`

const forgeDeposit = `insert into deposit (id, mode, network, tx_hash, log_index, block, block_hash, address, sender, token, units, minor, dust_units,
    held_minor, transaction_id, outcome, entry_id, seen_at)
  select gen_random_uuid(), mode, network, '0x1', 0, 1, '0x2', address, '0x3', '0x4', 50000, 5, 0, 5, transaction_id, 'funded',
    gen_random_uuid(), now() from deposit_address`

const forgeLine = `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, narration, seen_at)
  values (gen_random_uuid(), 'test', gen_random_uuid(), 'credit', 'payment', 5, 5, now(), now(), 'nobody saw it', now())`

const forgeReading = (words: string, rest: string) =>
  `with l as (${forgeLine} returning *),
   r as (insert into bank_line_reading (id, vendor_account_id, source, external_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, payer_words, narration, seen_at, raw)
     select gen_random_uuid(), vendor_account_id, 'feed', 'x', direction, kind, 5, 5, now(), value_date, '${words}', '', now(), '{}' from l returning *)
   ${rest}`

/** Damage that each check must find. */
const damages: Readonly<Record<string, string>> = {
  check_reconciliation: `insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
    values (gen_random_uuid(), 'lane', 'Polygon:1', 'test', now(), 5, 4, -1, '[]', 'confirmed')`,
  check_daily_closes: `with c as (insert into daily_close (mode, day, made_at) values ('test', '2026-11-14', now()) returning *)
    insert into daily_close_line select mode, day, 'payout_bank', 'a', 'NGN', 0, 5, 0, 5, 5, 0 from c`,
  check_posting: forge(`'bank', 'V', 'bank', 'V', 'NGN', 5`),
  check_declared: forge(`'capital', '', 'business', gen_random_uuid()::text, 'NGNC', 5`),
  check_causes: `insert into entry select gen_random_uuid(), mode, null, 'credit_seen', null, now(), xid from entry limit 1`,
  check_balance_causes: `with e as (
      insert into entry select gen_random_uuid(), mode, id, 'returned_to_balance', null, now(), 1 from transaction where type = 'sell' returning *)
    insert into posting select e.id, 1, e.mode, 'held', e.transaction_id::text, 'business', t.business_id::text, 'NGNC', 1000000000, 1
    from e join transaction t on t.id = e.transaction_id`,
  check_entry: 'delete from entry where id = (select entry_id from posting limit 1)',
  check_reversal: `update posting set amount_minor = amount_minor + 1 where entry_id = (select id from entry where reverses is not null)`,
  check_clearing: forge(`'clearing', '', 'suspense', '', 'NGN', 5`),
  check_balance: 'update balance set amount_minor = amount_minor + 1',
  check_held: `insert into balance select id::text, 'held', 'NGN', mode, 5 from transaction limit 1`,
  check_held_rows: `insert into balance values (gen_random_uuid()::text, 'held', 'NGN', 'test', 5)`,
  check_books: `insert into account_book values ('live', 'bank', gen_random_uuid()::text, 'NGN', 5, 0)`,
  check_total: 'update account_total set debit_minor = debit_minor + 1',
  check_account: forge(`'deposit', 'polygon', 'business', gen_random_uuid()::text, 'NGNC', 5`),
  check_mode: `update transaction_event set mode = 'live'`,
  check_history: `update transaction_event set from_status = 'elsewhere'`,
  check_status: `update transaction set status = 'finished'`,
  check_position: 'delete from event_position where position = 2',
  check_feed: 'update event_position set number = number + 1',
  check_feed_heads: 'update feed_head set last_number = last_number + 1',
  check_webhook_answers: `insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, state, due_at, created_at, finished_at)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'test', 'ping', gen_random_uuid(), '{}', 'ping', 'delivered', now(), now(), now())`,
  check_webhooks: `insert into webhook_endpoint (id, business_id, mode, url, created_at, cursor_number)
    select gen_random_uuid(), business_id, mode, 'https://ada.test/hooks', now(), last_number + 1 from feed_head`,
  check_wake: 'delete from wake',
  check_mail: `insert into wake (subject_id, type, due_at) values (gen_random_uuid(), 'mail', now())`,
  check_wake_ups: `insert into wake (subject_id, type, due_at) values (gen_random_uuid(), 'lane', now())`,
  check_acceptance: `update sell set fee_minor = 10000`,
  check_overdue: `update transaction_event set happened_at = now() - interval '30 days'`,
  check_parts: 'update wake set subject_id = gen_random_uuid()',
  check_rate_tables: `insert into rate_table (id, name, published_at, as_of, expires_at, body)
    select gen_random_uuid(), name, now(), now(), now() + interval '1 minute', body
    from (values ('otc_buy', '{"USD":1500}'), ('usdc_ngnc', '{"USD":1501}')) as t (name, body)`,
  check_operator_rates: `insert into operator_rate (id, pair, bid, ask, actor, approved_by, reason, set_at, expires_at)
    values (gen_random_uuid(), 'USD/NGN', 1500, 1510, gen_random_uuid(), gen_random_uuid(), 'alone', now(), now() + interval '1 hour')`,
  check_taking_back: `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, narration, seen_at)
    values (gen_random_uuid(), 'test', gen_random_uuid(), 'debit', 'unclear', 5, 5, now(), now(), 'nobody is asked', now())`,
  check_bank_lines: forgeLine,
  check_vendor_debts: `insert into vendor_debt values ('test', 'kora', 5, 0)`,
  check_vendor_debt_moves: `insert into vendor_debt_move (id, mode, vendor, kind, amount_minor, through_minor, booked_at, entry_id, at)
    values (gen_random_uuid(), 'test', 'kora', 'collected', 5, 5, now(), gen_random_uuid(), now())`,
  check_funds: `insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_words, narration)
    values (gen_random_uuid(), gen_random_uuid(), 'test', 5, now(), '{}', '')`,
  check_line_fees: `with l as (${forgeLine} returning *)
    insert into bank_line_fee (line_id, fee_minor, source, entry_id, seen_at) select id, 1, 'feed', gen_random_uuid(), now() from l`,
  check_line_keys: forgeReading(
    '{ADA}',
    `insert into bank_line_assignment select r.id, l.id, 'feed', false, 0 from r, l`,
  ),
  check_line_payers: forgeReading(
    '{}',
    `, s as (insert into bank_line_assignment select r.id, l.id, 'feed', false, 0 from r, l)
     insert into bank_line_payer (reading_id, seen_at, payer_words, raw) select r.id, now(), '{ADA}', '{}' from r`,
  ),
  check_cases: `insert into case_step (case_id, sequence, action, reason, at)
    values (gen_random_uuid(), 1, 'opened', 'of no case', now())`,
  check_case_rows: `insert into case_file (id, mode, kind, summary, facts, opened_at, due_at)
    values (gen_random_uuid(), 'test', 'request', 'nobody asked', '{}', now(), now())`,
  check_decisions: `insert into allocation values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 5,
    'person', 'person', gen_random_uuid()::text, now())`,
  check_business_cases: `insert into business_case_end
      (case_id, business_id, mode, transaction_id, sequence, outcome, choice, amount_minor, decided_by, at, event_id)
    values (gen_random_uuid(), gen_random_uuid(), 'test', gen_random_uuid(), 2, 'decided', 'accept', 5, 'key:x', now(), gen_random_uuid())`,
  check_returned_credits: `insert into credit_return (id, mode, line_id, case_id, amount_minor, account_number, decided_at)
    values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), 1, '0123456789', now())`,
  check_claims: `insert into claim
    select id, business_id, mode, gen_random_uuid(), 5, 5, null, null, null, '{}', now(), now() from transaction where type = 'sell'`,
  check_given: `update transaction set type = 'buy', status = 'recalled' where type = 'sell'`,
  check_taken_back: `with l as (${forgeLine} returning *), f as (insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_words, narration)
      select id, vendor_account_id, mode, 5, now(), '{}', '' from l)
    insert into credit_take_back (debit_line_id, credit_line_id, from_fund_minor, at) select gen_random_uuid(), id, 5, now() from l`,
  check_allocations: `insert into allocation values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 5, 'person', 'person', 'matching', now())`,
  check_transfers: forgeTransfer(0),
  check_locks: forgeTransfer(5),
  check_transfer_rows: `with r as (insert into transfer_right
      select gen_random_uuid(), 'test', gen_random_uuid(), 'delivery', 1, gen_random_uuid(), 'r', 'Polygon', 'a', 5, now(), 1 returning id)
    insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
    select gen_random_uuid(), r.id, 'test', 'Polygon', gen_random_uuid(), 0, 'reserved', gen_random_uuid(), now() from r`,
  check_lane_locks: `insert into lane (id, mode, network, number, address, first_lock, next_lock)
    values (gen_random_uuid(), 'test', 'Polygon', 1, 'a', 0, 1)`,
  check_adopted: `with l as (
      insert into lane (id, mode, network, number, address, first_lock, next_lock)
      values (gen_random_uuid(), 'test', 'Polygon', 1, 'a', 0, 1) returning id)
    insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits,
      case_id, state, proposed_at, adopted_at)
    select l.id, 0, 'b/test/r/delivery/1', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'a', 5, '[]', '[]',
      gen_random_uuid(), 'waiting', now(), now() from l`,
  check_committed: `with e as (
      insert into entry select gen_random_uuid(), mode, id, 'forged', null, now(), 1 from transaction where type = 'sell' returning *)
    insert into posting select id, 1, mode, 'suspense', '', 'committed', transaction_id::text, 'NGN', 5, 1 from e`,
  check_outgoing: forge(`'outgoing', 'Polygon', 'suspense', '', 'NGNC', 5`),
  check_payouts: `with r as (insert into payout_right
      select gen_random_uuid(), mode, id, 'payout', 1, business_id, reference, '000013', '0123456789', 'ADA', 5, now(), 1 from transaction where type = 'sell' returning *)
    insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at)
    select gen_random_uuid(), r.id, mode, gen_random_uuid(), 1, 'af-1', 'ordered', gen_random_uuid(), now() from r`,
  check_payout_orders: `insert into payout_order values
    (gen_random_uuid(), 'payout', 1, 'test', gen_random_uuid(), gen_random_uuid(), '000013', '0123456789', 'ADA', 5, now())`,
  check_refund_rights: `insert into payout_right values
    (gen_random_uuid(), 'test', gen_random_uuid(), 'refund', 1, gen_random_uuid(), 'r', '000013', '0123456789', 'ADA', 5, now(), 1)`,
  check_payout_rows: `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at)
    values (gen_random_uuid(), gen_random_uuid(), 'test', gen_random_uuid(), 1, 'af-1', 'ordered', gen_random_uuid(), now())`,
  check_payouts_outgoing: forge(`'outgoing', gen_random_uuid()::text, 'suspense', '', 'NGN', 5`),
  check_payout_lines: `insert into payout_line (id, account_id, external_id, at, direction, amount_minor, kind, seen_at)
    values (gen_random_uuid(), gen_random_uuid(), 'l', now(), 'debit', 5, 'payment', now())`,
  check_deliveries: `insert into delivery values
    (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), 'Polygon', 'a', 5, 0, 5, now(), now())`,
  check_cleared_buys: forgeEvent('buy', 'checks_passed'),
  check_being_decided: `update transaction set status = 'on_hold' where type = 'sell'`,
  check_sells: forgeEvent('sell', 'checks_passed'),
  check_member_orders: `insert into payment_sell (transaction_id, order_id, number, business_id, mode)
    select id, gen_random_uuid(), 1, business_id, mode from transaction where type = 'sell' limit 1`,
  check_batch_sells: `insert into batch_sell (transaction_id, batch_id, number, business_id, mode)
    select id, gen_random_uuid(), 1, business_id, mode from transaction where type = 'sell' limit 1`,
  check_refunds: `update transaction set type = 'buy', status = 'refunding' where type = 'sell'`,
  check_live_keys: `insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, decided_by)
    values (gen_random_uuid(), gen_random_uuid(), 'live', sha256('x'), 1, '{read}', gen_random_uuid())`,
  check_freezes: `insert into freeze_order (id, scope, subject, reason, placed_by, placed_at, lifted_by, lifted_reason, lifted_at)
    values (gen_random_uuid(), 'all', '', 'a test', 'system:test', now(), gen_random_uuid()::text, 'alone', now())`,
  check_top_ups: `insert into entry select gen_random_uuid(), mode, null, 'lane_topped_up', null, now(), xid from entry limit 1`,
  check_deposits: forgeDeposit,
  check_returns: forgeEvent('sell', 'refund_paid', '{"to": "wallet"}'),
  check_answers: `insert into deposit_answer (deposit_id, mode, case_id, amount_minor, entry_id, at)
    values (gen_random_uuid(), 'test', gen_random_uuid(), 5, gen_random_uuid(), now())`,
  check_unswept: forgeDeposit,
  check_deposited: `insert into unswept_deposit values ('test', 'Polygon', 'a', gen_random_uuid(), 5, 5, now())`,
  check_unswept_list: `insert into unswept_deposit values ('test', 'Polygon', 'a', gen_random_uuid(), 5, 5, now())`,
  check_moves: `insert into entry select gen_random_uuid(), mode, null, 'lane_moved', null, now(), xid from entry limit 1`,
  check_losses: `insert into entry select gen_random_uuid(), mode, null, 'tokens_taken', null, now(), xid from entry limit 1`,
  check_treasury_moves: `insert into treasury_move (id, mode, kind, from_account, to_account, amount_minor, state, decided_at, ended_at)
    values (gen_random_uuid(), 'test', 'naira', gen_random_uuid(), gen_random_uuid(), 5, 'done', now(), now())`,
  check_surplus: `insert into entry select gen_random_uuid(), mode, null, 'surplus_found', null, now(), xid from entry limit 1`,
  check_sweep_gas: `insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, minor, state, opened_at, ended_at, hash, gas_units)
    values (gen_random_uuid(), 'test', 'Polygon', 's', 1, '{a}', '{b}', 5, 'final_ok', now(), now(), '0x1', 7)`,
  check_sweeps: `insert into entry select gen_random_uuid(), mode, null, 'sweep_gas', null, now(), xid from entry limit 1`,
  check_deposit_accounts: `insert into deposit_account values ('test', 'Solana', 'a', gen_random_uuid(), 'wanted', now(), null)`,
  check_watching: `update deposit_address set mode = 'live'`,
  check_watched: `insert into wake (subject_id, type, due_at) values (gen_random_uuid(), 'deposits', now())`,
  check_abandoned: `insert into lane (id, mode, network, number, address, state, halted_because, first_lock, next_lock, abandoned_at)
    values (gen_random_uuid(), 'test', 'Polygon', 1, 'a', 'halted', 'alone', 0, 0, now())`,
  check_hand_payments: `with r as (insert into credit_return (id, mode, line_id, case_id, amount_minor, account_number, decided_at)
      values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), 1, '0123456789', now()) returning *)
    insert into hand_payment (id, return_id, mode, vendor_account_id, amount_minor, decided_at)
    select gen_random_uuid(), id, mode, gen_random_uuid(), 1, now() from r`,
  check_written_off_payouts: `insert into payout_written_off values (gen_random_uuid(), 'r', gen_random_uuid(), null, now())`,
  check_payout_write_offs: `insert into entry select gen_random_uuid(), mode, null, 'payout_written_off', null, now(), xid from entry limit 1`,
  check_write_offs: `insert into entry select gen_random_uuid(), mode, null, 'lock_written_off', null, now(), xid from entry limit 1`,
  check_withdrawals: `insert into withdrawal select id, mode, 'Polygon', 'a', 'business' from transaction where type = 'sell'`,
  check_wallets: `insert into wallet_block
    select gen_random_uuid(), id, mode, 'no_trustline', 'it', now(), now(), null from transaction where type = 'sell'`,
  check_exposure: `insert into exposure_day values (gen_random_uuid(), 'test', now(), 5, now())`,
}

test.each(Object.entries(damages))('%s finds its damage', async (check, damage) => {
  expect(await findingsAfter(damage, check)).toEqual([check])
})

test('a check that cannot run is a finding, and the others still run', async () => {
  await owner.query(
    `create function check_broken(since_xid bigint) returns setof finding language sql stable as 'select row(1 / 0, $$$$)::finding'`,
  )
  await owner.query('grant execute on function check_broken to afara_worker')
  try {
    const { findings } = await runChecks(worker)
    expect(findings).toEqual([
      { check: 'check_broken', subject: 'the check itself', problem: 'the check failed: division by zero' },
    ])
  } finally {
    await owner.query('drop function check_broken')
  }
})

test.each([
  ['missing details', 'delete from sell'],
  [
    'another amount than requested',
    'update transaction set amount_minor = amount_minor + 1 where amount_minor > 0',
  ],
  ['another fee than agreed', 'update sell set fee_minor = fee_minor + 1'],
  ['a request key of another request', `update request_key set meaning = sha256('another')`],
])('an accepted transaction is incomplete with %s', async (_, damage) => {
  expect(await findingsAfter(damage, 'check_acceptance')).toEqual(['check_acceptance'])
})
