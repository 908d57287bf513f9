import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Hit, Screen, ScreenList } from '@afara/server/records/screening/screen.ts'
import type { NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import {
  type Cleared,
  type Clearing,
  clearBuys,
  findDrivenBuy,
} from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { type Nudge, readWake } from '@afara/server/records/transactions/wake-store.ts'
import type { WalletAnswer, WalletTarget } from '@afara/server/records/transactions/wallets/wallet.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createDecidingWorld } from './deciding-world.ts'
import type { WorldAccount } from './matching-world.ts'

export const polygonWallet = { network: 'Polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** Extends the deciding world with lanes, and a sanctions list that a test can fill. */
export async function createClearingWorld(database?: TestDatabase) {
  const world = await createDecidingWorld(database)
  const { owner, worker, clock } = world
  const listed = new Set<string>()
  const listAge = { ms: 0, isThere: true }
  const nudged: Nudge[] = []
  const wallets = new Map<string, WalletAnswer>()
  const screen: Screen = {
    get list(): ScreenList | undefined {
      const loadedAt = new Date(clock.now().getTime() - listAge.ms)
      return listAge.isThere ? { name: 'test', version: '2026-11-14.1', loadedAt } : undefined
    },
    screen: (subjects): Hit[] =>
      subjects
        .filter(({ text }) => listed.has(text))
        .map((subject) => ({ subject, list: 'test', entry: '7', listed: subject.text })),
  }
  const deps = {
    pool: worker,
    screen,
    nudge: async (nudge: Nudge) => {
      nudged.push(nudge)
    },
    /** Answers for networks about wallets. Every wallet is fine unless a test says otherwise. */
    askWallet: async (target: WalletTarget | undefined, _now: Date): Promise<WalletAnswer> =>
      target === undefined ? { outcome: 'known' } : (wallets.get(target.address) ?? { outcome: 'fine' }),
    clear: async (clearing: Clearing): Promise<Cleared> => {
      const [cleared] = await clearBuys(worker, [clearing], clock.now())
      if (cleared === undefined) throw new Error('clearing said nothing')
      return cleared
    },
  }

  const openLane = async (number: number, network = 'Polygon'): Promise<string> => {
    const id = newId()
    await owner.query('select open_lane($1, $2, $3, $4, $5, 0, $6)', [
      id,
      'test',
      network,
      number,
      `0x${String(number).padStart(40, '0')}`,
      clock.now(),
    ])
    return id
  }

  const setLimit = async (shop: string, column: string, minor: bigint | null) =>
    owner.query(`update business_mode set ${column} = $2 where business_id = $1 and mode = 'test'`, [
      shop,
      minor,
    ])

  const advance = async (id: string) => {
    const buy = await findDrivenBuy(worker, id)
    if (buy === undefined) throw new Error('there is no such buy')
    return advanceBuy(deps, buy, clock.now())
  }

  return {
    ...world,
    deps,
    listed,
    listAge,
    nudged,
    wallets,
    openLane,
    advance,
    /** Creates a buy whose naira has arrived, on its own account. */
    receive: async (
      naira: number,
      more: Partial<NewBuy> = {},
      given: { shop?: string; dailyLimitMinor?: bigint } = {},
    ) => {
      const shop = given.shop ?? (await world.openBusiness())
      if (given.dailyLimitMinor !== undefined)
        await setLimit(shop, 'daily_limit_minor', given.dailyLimitMinor)
      const account: WorldAccount = await world.openAccount()
      const buy = await world.claim(shop, account, naira, { wallet: polygonWallet, ...more })
      const lineId = await world.pay(account, naira)
      await world.match(account)
      return { shop, account, buy, lineId }
    },
    /** Simulates a payout for a sell from a balance that was paid before a restore. The restored rows do not contain it. */
    rememberPaid: async (shop: string, naira: number): Promise<void> => {
      const [id, at] = [newId(), clock.now()]
      await owner.query(`select open_payout_account($1, 'test', 'paystack', $2, null, $3)`, [id, id, at])
      await owner.query(`update payout_account set state = 'draining' where id = $1`, [id])
      await owner.query(
        `insert into payout_forgotten select $1::uuid, 'af-' || $1::uuid, payout_right_key($2, 'test', 'paid-before', 'payout', 1), 1, $1::uuid,
           '000013', '0123456789', $3::bigint, $4, $3::bigint`,
        [id, shop, naira * 100, at],
      )
    },
    deliveryOf: async (buy: string) => {
      const { rows } = await owner.query(
        'select lane_id, network, address, amount_minor, fee_minor, tokens_minor from delivery where transaction_id = $1',
        [buy],
      )
      return rows[0]
    },
    eventsOf: async (buy: string): Promise<string[]> => {
      const { rows } = await owner.query<{ event: string }>(
        'select event from transaction_event where transaction_id = $1 order by sequence',
        [buy],
      )
      return rows.map(({ event }) => event)
    },
    factsOf: async (buy: string, kind: string) => {
      const { rows } = await owner.query(
        'select facts from case_file where transaction_id = $1 and kind = $2',
        [buy, kind],
      )
      return rows[0]?.facts
    },
    /** Returns the milliseconds until a buy is due again. */
    waitOf: async (buy: string): Promise<number | undefined> => {
      const wake = await readWake(worker, buy)
      return wake && wake.dueAt.getTime() - clock.now().getTime()
    },
    driveWith: async (advance: (id: string) => Promise<unknown>, id: string): Promise<string | undefined> => {
      for (let step = 0; step < 3; step += 1) {
        const wake = await readWake(worker, id)
        if (wake !== undefined && wake.dueAt <= clock.now()) await advance(id)
      }
      return world.statusOf(id)
    },
    limit: async (shop: string, column: string, naira: number | null) =>
      setLimit(shop, column, naira === null ? null : BigInt(naira) * 100n),
  }
}
