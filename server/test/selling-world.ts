import { randomBytes } from 'node:crypto'
import { advanceSell } from '@afara/server/flows/sells/advance-sell.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { NameAnswer } from '@afara/server/movements/payouts/name-enquiry.ts'
import { business, capital, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry, readBalance } from '@afara/server/records/ledger/ledger-store.ts'
import { acceptSells, type NewSell } from '@afara/server/records/transactions/accepting/sell-store.ts'
import {
  clearSells,
  findDrivenSells,
  type SellClearing,
} from '@afara/server/records/transactions/clearing/sell-clearing-store.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createClearingWorld } from './clearing-world.ts'
import { withFlatFee } from './fee-plans.ts'

/** Extends the clearing world with payout accounts, a scripted bank and businesses with a balance. */
export async function createSellingWorld(database?: TestDatabase) {
  const world = await createClearingWorld(database)
  const { owner, worker, api, clock } = world
  const bank: { answer: NameAnswer | undefined } = { answer: { outcome: 'found', accountName: 'ADA OBI' } }
  const deps = {
    ...world.deps,
    names: { ask: async () => bank.answer },
    clear: async (clearing: SellClearing) => {
      const [cleared] = await clearSells(worker, [clearing], clock.now())
      if (cleared === undefined) throw new Error('clearing said nothing')
      return cleared
    },
  }

  const move = async (sell: string, event: string): Promise<void> => {
    await owner.query(
      `select move_transaction(id, version, $2, '{}', $3, null) from transaction where id = $1`,
      [sell, event, clock.now()],
    )
  }

  const advance = async (id: string) => {
    const [sell] = await findDrivenSells(worker, [id])
    if (sell === undefined) throw new Error('there is no such sell')
    return advanceSell(deps, sell, clock.now())
  }

  return {
    ...world,
    bank,
    /** Opens a payout account at a vendor with this amount of naira. */
    openPayoutAccount: async (name: string, naira: number): Promise<string> => {
      const id = newId()
      const at = clock.now()
      await owner.query(`select open_payout_account($1, 'test', 'paystack', $2, null, $3)`, [id, name, at])
      await owner.query(`select fund_payout_account($1, $2, $3, 'a test', 'system:test', $4)`, [
        newId(),
        id,
        naira * 100,
        at,
      ])
      await owner.query(
        `update payout_account set available_minor = $2, read_at = $3, lines_whole_at = $3 where id = $1`,
        [id, naira * 100, at],
      )
      return id
    },
    /** Creates a sell from a balance that is just sufficient, to an account of Ada Obi. */
    sell: async (naira: number, more: Partial<NewSell> = {}): Promise<{ shop: string; sell: string }> => {
      const shop = more.businessId ?? (await world.openBusiness())
      const id = newId()
      const amount = money('NGNC', BigInt(naira) * 100n)
      await postEntry(owner, {
        id: newId(),
        mode: 'test',
        transactionId: null,
        step: 'test',
        at: clock.now(),
        postings: [posting(capital, business(shop), amount)],
      })
      const draft: NewSell = {
        id,
        businessId: shop,
        mode: 'test',
        reference: `ref-${id}`,
        idempotencyKey: null,
        amount,
        fee: money('NGNC', 0n),
        payee: {
          bankCode: '000013',
          bankName: 'GTBank',
          accountNumber: '0123456789',
          accountName: 'Ada Obi',
        },
        wallet: null,
        depositAddress: null,
        createdAt: clock.now(),
        expiresAt: undefined,
        guardSince: undefined,
        meaning: randomBytes(32),
        ...more,
      }
      const [answer] = await withFlatFee(owner, draft, async () => acceptSells(api, [draft]))
      if (answer?.outcome !== 'accepted') throw new Error(`the sell was ${answer?.outcome}`)
      return { shop, sell: id }
    },
    advance,
    /** Runs the steps of the driver that are due, at most three. */
    drive: async (id: string) => world.driveWith(advance, id),
    orderOf: async (sell: string) => {
      const { rows } = await owner.query(
        `select account_id, bank_code, account_number, account_name, amount_minor from payout_order where transaction_id = $1`,
        [sell],
      )
      return rows[0]
    },
    /** Simulates a payout that was ordered and that the bank rejected. Ordering has its own tests. */
    failPayout: async (sell: string, attempt: number): Promise<void> => {
      const { rows } = await owner.query('delete from payout_order where transaction_id = $1 returning *', [
        sell,
      ])
      const [order] = rows
      await move(sell, 'payout_ordered')
      await owner.query(
        `insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
           amount_minor, opened_at)
         select $1, 'test', $2, 'payout', $3, $4, 'ref', $5, $6, $7, $8, $9
         where not exists (select from payout_right where transaction_id = $2 and leg = $3)`,
        [
          newId(),
          sell,
          order.leg,
          order.business_id,
          order.bank_code,
          order.account_number,
          order.account_name,
          order.amount_minor,
          clock.now(),
        ],
      )
      await owner.query(
        `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, sent_at, sent_count,
           first_sent_at, ended_at, money_back_at)
         select $1, r.id, 'test', $3, $4, $5, 'failed', $1, $6, $6, 1, $6, $6, $6 from payout_right r where r.transaction_id = $2
         order by leg desc limit 1`,
        [newId(), sell, order.account_id, attempt, `af-${newId()}`, clock.now()],
      )
      await move(sell, 'payout_dead')
    },
    /** Simulates a payout that the bank does not know, until a case is opened. */
    losePayout: async (sell: string): Promise<void> => {
      const at = clock.now()
      const { rows } = await owner.query<{ account: string; fence: string }>(
        `select o.account_id as account, take_payouts(o.account_id, 'a test', 60000) as fence from payout_order o where transaction_id = $1`,
        [sell],
      )
      const { account, fence } = rows[0] ?? {}
      await owner.query(
        'update payout_account set checked_start = pg_postmaster_start_time(), read_at = $2 where id = $1',
        [account, at],
      )
      await owner.query('select open_payouts($1, $2, 100, $3)', [account, fence, at])
      const sent = await owner.query<{ payout_id: string }>(
        'select payout_id from begin_sending($1, $2, 100, 0, 0, $3)',
        [account, fence, at],
      )
      const say = (kind: string) => JSON.stringify(sent.rows.map(({ payout_id }) => ({ payout_id, kind })))
      await owner.query('select note_answers($1, $2, $3, $4)', [account, fence, say('unknown'), at])
      await owner.query('select note_readings($1, $2, $3, 0, 0, $4)', [account, fence, say('not_found'), at])
      const later = new Date(at.getTime() + 1)
      await owner.query(`select record_payout_lines($1, $2, '[]', '', true, $3, $3)`, [account, fence, later])
      await owner.query('select release_payouts($1, $2)', [account, fence])
    },
    tokensOf: async (shop: string): Promise<bigint> =>
      (await readBalance(worker, 'test', business(shop), 'NGNC')).minor,
    casesOf: async (sell: string): Promise<string[]> => {
      const { rows } = await owner.query<{ kind: string }>(
        `select kind from case_file where transaction_id = $1 and state <> 'resolved' order by kind`,
        [sell],
      )
      return rows.map(({ kind }) => kind)
    },
  }
}
