import { formatId, newId } from '../src/kernel/ids/ids.ts'
import { issueKey } from '../src/records/keys/manage-keys.ts'
import { polygonWallet } from './clearing-world.ts'
import type { createSellingWorld } from './selling-world.ts'

export const sender = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const hash = `0x${'ab'.repeat(32)}`
export const sweepHash = `0x${'cd'.repeat(32)}`
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
    const { rows } = await owner.query('select id from entry where transaction_id = $1 limit 1', [ids.buy])
    ids.entry = rows[0].id
  }
}
