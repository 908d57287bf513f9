import { formatId, newId } from '../src/kernel/ids/ids.ts'
import { issueKey } from '../src/records/keys/manage-keys.ts'
import { polygonWallet } from './clearing-world.ts'
import type { createSellingWorld } from './selling-world.ts'

export const sender = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const hash = `0x${'ab'.repeat(32)}`
export const sweepHash = `0x${'cd'.repeat(32)}`
export const runningSweepHash = `0x${'ef'.repeat(32)}`
export const enrolledWallet = '0x52908400098527886E0F7030069857D2E4169EE7'
export const token = 'AAAAAAAAAAAAAAAAAAAAAA'

type World = Awaited<ReturnType<typeof createSellingWorld>>
type Keys = Readonly<{ cell: string; peppers: Map<number, Buffer> }>

/** Writes one object of each kind that operators search. `ids` are their ids, numbers and references, by a name for the test. */
export function createSearchedObjects(world: World) {
  const { owner, clock } = world
  const ids: Record<string, string> = {}
  return {
    ids,
    at: (name: string): string => ids[name] ?? '',
    write: async (keys: Keys): Promise<void> => {
      await setUpBuy()
      await setUpNumber()
      await setUpSell()
      await setUpDeposit()
      await setUpBusiness(keys)
    },
  }

  /** A buy that was paid in full: its claim and the fund of its credit are gone. */
  async function setUpBuy() {
    const [shop, account] = [await world.openBusiness(), await world.openAccount()]
    ids.shop = shop
    ids.account = account.id
    ids.number = account.number
    ids.payerNumber = account.payer.accountNumber
    ids.buy = await world.claim(shop, account, 20_000, {
      reference: 'order-1',
      idempotencyKey: 'once-1',
      wallet: polygonWallet,
    })
    ids.credit = await world.pay(account, 20_000)
    await world.match(account)
    const { rows } = await owner.query(
      `select session_id, external_id from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id where s.line_id = $1`,
      [ids.credit],
    )
    ids.session = rows[0].session_id
    ids.external = rows[0].external_id
    ids.link = newId()
    await owner.query(
      `insert into pay_link (id, business_id, mode, transaction_id, token, created_at, expires_at)
       values ($1, $2, 'test', $3, $4, $5::timestamptz, $5::timestamptz + interval '1 day')`,
      [ids.link, shop, ids.buy, token, clock.now()],
    )
  }

  /** The number that a vendor made for the buy, the credit that was paid to it, and a receipt. */
  async function setUpNumber() {
    ids.ownNumber = '4444444444'
    const id = newId()
    ids.numberReference = id.replaceAll('-', '')
    await owner.query(
      `insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, state, asked_at,
         answered_at, number, bank_name, account_name, valid_until)
       values ($1, 'test', $2, $3, 'kora', $4, 2000000, 'given', $5::timestamptz, $5::timestamptz, $6, 'Test Bank', 'Shop / Afara',
         $5::timestamptz + interval '1 hour')`,
      [id, ids.shop, ids.buy, ids.account, clock.now(), ids.ownNumber],
    )
    await owner.query(
      `insert into bank_line_number (vendor_account_id, source, external_id, number)
       select r.vendor_account_id, r.source, r.external_id, $2 from bank_line_reading r
       join bank_line_assignment s on s.reading_id = r.id where s.line_id = $1`,
      [ids.credit, ids.ownNumber],
    )
    await owner.query(
      `insert into issued_paper (business_id, mode, transaction_id, kind, number, token, issued_at)
       values ($1, 'test', $2, 'receipt', 'TEST-2026-ABCD-2345', 'BBBBBBBBBBBBBBBBBBBBBB', $3)`,
      [ids.shop, ids.buy, clock.now()],
    )
  }

  /** A sell whose payout failed, so that it has an order, a right and a payout. */
  async function setUpSell() {
    await world.openPayoutAccount('main', 1_000_000)
    const payee = {
      bankCode: '000013',
      bankName: 'GTBank',
      accountNumber: '0123456789',
      accountName: 'Ada Obi',
    }
    const { sell } = await world.sell(5_000, { reference: 'sell-1', payee })
    await world.drive(sell)
    await world.failPayout(sell, 1)
    ids.sell = sell
    const { rows } = await owner.query(
      'select o.id, o.reference from payout o join payout_right r on r.id = o.right_id where r.transaction_id = $1',
      [sell],
    )
    ids.payout = rows[0].id
    ids.payoutReference = rows[0].reference
    ids.batch = newId()
    await owner.query(
      `insert into payout_batch (id, business_id, mode, row_count, created_by, created_at) values ($1, $2, 'test', 1, $1, $3)`,
      [ids.batch, ids.shop, clock.now()],
    )
    await owner.query(
      `insert into batch_row (batch_id, number, business_id, mode, bank_name, account_number, amount, reference, has_own_reference)
       values ($1, 1, $2, 'test', 'GTBank', '0123456789', '5000', 'sell-1', true)`,
      [ids.batch, ids.shop],
    )
    await owner.query(
      `insert into batch_sell (transaction_id, batch_id, number, business_id, mode) values ($1, $2, 1, $3, 'test')`,
      [sell, ids.batch, ids.shop],
    )
    await owner.query(
      `insert into payout_reading (id, payout_id, at, kind, session_id, vendor_id) values ($1, $2, $3, 'failed', 'bank-session-7', 'TRF_7')`,
      [newId(), ids.payout, clock.now()],
    )
  }

  async function setUpDeposit() {
    const { sell } = await world.sell(6_000, {
      reference: 'sell-2',
      payee: {
        bankCode: '000013',
        bankName: 'GTBank',
        accountNumber: '2222222222',
        accountName: 'Musa Bello',
      },
    })
    ids.depositSell = sell
    ids.deposit = newId()
    const address = `0x${'12'.repeat(20)}`
    ids.depositAddress = address
    await owner.query(
      `insert into deposit_address (mode, network, address, transaction_id, created_at) values ('test', 'Polygon', $1, $2, $3)`,
      [address, sell, clock.now()],
    )
    await owner.query(
      `insert into deposit (id, mode, network, tx_hash, log_index, block, block_hash, address, sender, token, units, minor, dust_units,
         held_minor, transaction_id, outcome, seen_at)
       values ($1, 'test', 'Polygon', $2, 0, 1, '0x1', $3, $4, '0xtoken', 1, 0, 1, 0, $5, 'dust', $6)`,
      [ids.deposit, hash, address, sender, sell, clock.now()],
    )
    ids.lane = await world.openLane(7)
    await owner.query(
      `insert into deposit_sweep (id, mode, network, tx_hash, log_index, block, block_hash, address, lane_id, units, swept_minor, seen_at)
       values ($1, 'test', 'Polygon', $2, 0, 2, '0x2', $3, $4, 1, 0, $5)`,
      [newId(), sweepHash, address, ids.lane, clock.now()],
    )
    const sweep = newId()
    await owner.query(
      `insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, minor, opened_at, hash)
       values ($1, 'test', 'Polygon', '0x01', 0, array[$2], array['0x02'], 0, $3, $4)`,
      [sweep, address, clock.now(), runningSweepHash],
    )
    await owner.query(
      `insert into sweep_attempt (sweep_id, number, raw, hash, fees, signed_at) values ($1, 1, '\\x01', $2, '{}', $3)`,
      [sweep, runningSweepHash, clock.now()],
    )
    ids.businessCase = newId()
    await owner.query(
      `insert into business_case (id, business_id, mode, transaction_id, sequence, code, opened_at, due_at, event_id)
       select $1, t.business_id, 'test', t.id, 1, 'name_differs', $3::timestamptz, $3::timestamptz + interval '1 day', $4
       from transaction t where t.id = $2`,
      [ids.businessCase, sell, clock.now(), newId()],
    )
  }

  async function setUpBusiness(keys: Keys) {
    const issued = await issueKey({ pool: owner, ...keys }, {
      business: formatId('business', ids.shop ?? ''),
      mode: 'test',
      scopes: [],
      networks: [],
      label: 'checkout',
      actor: 'system:test',
      reason: 'a test',
    } as never)
    ids.key = issued.key.id
    ids.secret = issued.secret
    ids.endpoint = newId()
    ids.delivery = newId()
    ids.ping = newId()
    await owner.query(
      `insert into webhook_endpoint (id, business_id, mode, url, created_at, cursor_number)
       values ($1, $2, 'test', 'https://shop.example/hooks', $3, 0)`,
      [ids.endpoint, ids.shop, clock.now()],
    )
    await owner.query(
      `insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, due_at, created_at)
       values ($1, $2, $3, 'test', 'ping', $4, '{}', 'ping', $5, $5)`,
      [ids.delivery, ids.endpoint, ids.shop, ids.ping, clock.now()],
    )
    ids.event = newId()
    await owner.query(
      `insert into event_position (position, transaction_id, sequence, business_id, mode, event_id) values (1000000, $1, 1, $2, 'test', $3)`,
      [ids.buy, ids.shop, ids.event],
    )
    ids.member = newId()
    ids.passkey = newId()
    await owner.query(
      `insert into member (id, email, name, created_at) values ($1, 'ngozi@shop.test', 'Ngozi Eze', $2)`,
      [ids.member, clock.now()],
    )
    await owner.query(
      `insert into membership (member_id, business_id, role, created_at) values ($1, $2, 'owner', $3)`,
      [ids.member, ids.shop, clock.now()],
    )
    await owner.query(
      `insert into passkey (id, member_id, credential_id, public_key, name, created_at)
       values ($1, $2, '\\x01', '\\x01', 'Phone', $3)`,
      [ids.passkey, ids.member, clock.now()],
    )
    ids.beneficiary = newId()
    await owner.query(
      `insert into beneficiary (id, business_id, mode, bank_code, account_number, account_name, added_by, created_at, settled_at)
       values ($1, $2, 'test', '000013', '3333333333', 'Sule Garba', $3, $4::timestamptz, $4::timestamptz + interval '1 minute')`,
      [ids.beneficiary, ids.shop, ids.member, clock.now()],
    )
    ids.wallet = newId()
    await owner.query(
      `insert into enrolled_wallet (id, business_id, mode, network, address, label, text, added_by, created_at)
       values ($1, $2, 'test', 'Polygon', $3, 'Treasury', E'Afara wallet 1\\n', $4, $5)`,
      [ids.wallet, ids.shop, enrolledWallet, ids.member, clock.now()],
    )
    const { rows } = await owner.query('select id from entry where transaction_id = $1 limit 1', [ids.buy])
    ids.entry = rows[0].id
  }
}
