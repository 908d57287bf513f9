import type { Wanted } from './kinds.ts'
import { idOf } from './recipe-parts.ts'
import type { World } from './world.ts'

/** Decisions about our own money, and about what vendors owe us. */
export const treasuryRecipes: Readonly<Record<string, (world: World) => Promise<Wanted> | Wanted>> = {
  move_naira: async ({ stage }) => {
    const [from, to] = await Promise.all([idOf(stage, 'vendor_account'), idOf(stage, 'payout_account')])
    return {
      mode: 'test',
      resolution: {
        action: 'move_naira',
        from_account: from,
        from: 'x',
        to_account: to,
        to: 'y',
        amount_minor: '100000',
      },
    }
  },
  move_tokens: async ({ stage }) => {
    const { rows } = await stage.owner.query<{ id: string }>(
      `select id from lane where mode = 'test' and network = 'Polygon' order by number`,
    )
    return {
      mode: 'test',
      resolution: {
        action: 'move_tokens',
        from_lane: rows[0]?.id,
        from: 'x',
        to_lane: rows[1]?.id,
        to: 'y',
        amount_minor: '100000',
      },
    }
  },
  set_vendor_terms: () => ({
    mode: 'test',
    resolution: {
      action: 'set_vendor_terms',
      vendor: 'kora',
      cap_minor: '100000000000',
      pays_from_number: '0999999999',
      pays_from_bank: '000013',
    },
  }),
  book_settlement: ({ credits }) => ({
    mode: 'test',
    resolution: { action: 'book_settlement', vendor: 'kora', line_id: credits[4], amount_minor: '90000500' },
  }),
  write_off_debt: async ({ stage }) => {
    await stage.owner.query(
      `select move_debt(afara_uuid(), 'test', 'kora', 'collected', 100, 'bank', $1, 'owed_by_vendor', now(), now())`,
      [await idOf(stage, 'vendor_account')],
    )
    return {
      mode: 'test',
      resolution: { action: 'write_off_debt', vendor: 'kora', amount_minor: '100', as: 'loss' },
    }
  },
}
