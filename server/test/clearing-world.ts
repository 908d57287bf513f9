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
import { createDecidingWorld } from './deciding-world.ts'
import type { WorldAccount } from './matching-world.ts'

export const polygonWallet = { network: 'Polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** A deciding world with lanes, and a list on which a test puts whom it likes. */
export async function createClearingWorld() {
  const world = await createDecidingWorld()
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
        .map((subject) => ({ subject, entry: '7', listed: subject.text })),
  }
  const deps = {
    pool: worker,
    screen,
    nudge: async (nudge: Nudge) => {
      nudged.push(nudge)
    },
    /** What networks say of wallets, until a test says otherwise. */
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
    /** A buy whose naira has arrived, on an account of its own. */
    receive: async (naira: number, more: Partial<NewBuy> = {}, given: { shop?: string } = {}) => {
      const shop = given.shop ?? (await world.openBusiness())
      const account: WorldAccount = await world.openAccount()
      const buy = await world.claim(shop, account, naira, { wallet: polygonWallet, ...more })
      const lineId = await world.pay(account, naira)
      await world.match(account)
      return { shop, account, buy, lineId }
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
    /** In how many milliseconds a buy is looked at again. */
    waitOf: async (buy: string): Promise<number | undefined> => {
      const wake = await readWake(worker, buy)
      return wake && wake.dueAt.getTime() - clock.now().getTime()
    },
    limit: async (shop: string, column: string, naira: number | null) =>
      owner.query(`update business_mode set ${column} = $2 where business_id = $1 and mode = 'test'`, [
        shop,
        naira === null ? null : naira * 100,
      ]),
  }
}
