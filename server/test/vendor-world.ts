import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { CollectionRails } from '@afara/server/movements/collections/collection-rail.ts'
import { declareRails } from '@afara/server/movements/collections/rail-terms-store.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import { settleFromVendors } from './account-work.ts'
import { createClearingWorld, polygonWallet } from './clearing-world.ts'
import type { WorldAccount } from './matching-world.ts'

/** The account from which Kora settles. */
export const koraPays = { accountNumber: '0987654321', bankCode: '000013', name: 'KORAPAY SETTLEMENT' }

/** Creates vendors that collect payments: kora settles on the next working day, quick at once. */
export async function createVendorWorld() {
  const world = await createClearingWorld()
  const { owner, worker, clock } = world
  let numbers = 0

  const openPool = async (vendor: string): Promise<WorldAccount> => {
    const account = await world.openAccount()
    await owner.query('update vendor_account set is_pool = true, feed = $2 where id = $1', [
      account.id,
      vendor,
    ])
    return account
  }
  const bank = await world.openAccount()
  const [kora, quick] = [await openPool('kora'), await openPool('quick')]
  await world.openLane(1)
  const cost = { millionths: 10_000n, fixedMinor: 0n, mostMinor: 200_000n }
  const rail = (vendor: string, settles: string) => ({ vendor, traits: { settles, cost } })
  // Only what rails declare is read.
  const test = [rail('kora', 'next_working_day'), rail('quick', 'at_once')]
  await declareRails(
    worker,
    { live: [], test } as unknown as CollectionRails,
    new Date(clock.now().getTime() - 1),
  )

  return {
    ...world,
    /** The account of ours on which vendors settle. */
    bank,
    kora,
    quick,
    /** Creates a buy with a number of its own, paid through a vendor that kept one percent. */
    payThrough: async (pool: WorldAccount, naira: number) => {
      numbers += 1
      const number = `99${String(numbers).padStart(8, '0')}`
      const shop = await world.openBusiness(1_000_000_000)
      const shown = await world.openAccount()
      const buy = await world.claim(shop, shown, naira, { wallet: polygonWallet })
      const asked = clock.now()
      await owner.query(
        `insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, state, asked_at,
           answered_at, number, bank_name, account_name, valid_until, is_shown)
         values ($1, 'test', $2, $3, 'kora', $4, $5, 'given', $6, $6, $7, 'Wema', 'Shop', $8, true)`,
        [newId(), shop, buy, pool.id, naira * 100, asked, number, new Date(asked.getTime() + 1_800_000)],
      )
      const whole = BigInt(naira) * 100n
      const line: BankLine = {
        ...world.paymentOf(pool, whole, shown.payer),
        paidTo: number,
        settledMinor: (whole * 99n) / 100n,
      }
      const [lineId = ''] = await world.record(pool, [line])
      await world.match(pool)
      return { buy, line, lineId }
    },
    settlement: (minor: bigint, payer: BankLine['payer'] = koraPays): BankLine =>
      world.paymentOf(bank, minor, payer),
    /** Records a settlement on our account, and books it if its sender is known. Returns the line. */
    settleDebt: async (line: BankLine): Promise<string> => {
      const [id = ''] = await world.record(bank, [line])
      await settleFromVendors(worker, bank.id, clock.now())
      return id
    },
    /** Returns what kora owes according to its moves and according to the ledger. */
    debtOfKora: async (): Promise<{ owed: bigint; ledger: bigint }> => {
      const { rows } = await owner.query<{ owed: string; ledger: string }>(
        `select (d.collected_minor::numeric - d.cleared_minor::numeric)::text as owed,
           account_sum('test', 'receivable', 'collections:kora', 'NGN')::text as ledger
         from vendor_debt d where d.vendor = 'kora' and d.mode = 'test'`,
      )
      return { owed: BigInt(rows[0]?.owed ?? 0), ledger: BigInt(rows[0]?.ledger ?? 0) }
    },
    /** Returns when a buy would be due after kora settled one naira in a mode. Takes the settlement back. */
    dueAfterSettlementIn: async (mode: 'live' | 'test', buy: string): Promise<Date | undefined> => {
      const sql = await owner.connect()
      try {
        await sql.query('begin')
        await sql.query(
          `select move_debt($1, $2, 'kora', 'settled', 100, 'suspense', '', 'settled_by_vendor', $3, $3)`,
          [newId(), mode, clock.now()],
        )
        const { rows } = await sql.query<{ due: Date }>(
          'select due_at as due from wake where subject_id = $1',
          [buy],
        )
        return rows[0]?.due
      } finally {
        await sql.query('rollback')
        sql.release()
      }
    },
  }
}
