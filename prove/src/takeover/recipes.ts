import { newId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { SUBMITTED_DIGEST } from '@afara/stack/postgres/go-live.ts'
import type { Wanted } from './kinds.ts'
import { operatorRecipes } from './operator-recipes.ts'
import {
  aboutCredit,
  aboutTransaction,
  collectionAccount,
  haltedLane,
  inNewCase,
  payerOf,
  payoutAccount,
  returning,
} from './recipe-parts.ts'
import { treasuryRecipes } from './treasury-recipes.ts'
import type { World } from './world.ts'

type Recipe = (world: World) => Promise<Wanted> | Wanted

const terms = {
  fee_flat_minor: '0',
  fee_bps: 0,
  fee_cap_minor: null,
  default_network: null,
  default_address: null,
  daily_limit_minor: null,
  velocity_hour_minor: null,
  velocity_wallet_day_minor: null,
  may_hold_balance: true,
}

/** What the attacker wants, for each kind of decision. Two people could decide it in the same words. */
export const recipes: Readonly<Record<string, Recipe>> = {
  ...operatorRecipes,
  ...treasuryRecipes,
  allocate: ({ credits, unpaid, stage }) =>
    aboutCredit(stage, credits[0], {
      action: 'allocate',
      transaction_id: unpaid.id,
      amount_minor: `${unpaid.amount}00`,
    }),
  return: async ({ credits, stage }) =>
    aboutCredit(stage, credits[1], {
      action: 'return',
      amount_minor: '100',
      destination: await payerOf(stage, credits[1]),
    }),
  keep: ({ credits, stage }) => aboutCredit(stage, credits[2], { action: 'keep' }),
  lift_lien: async ({ credits, stage }) => {
    await stage.owner.query(`select place_lien($1, null, 'system:prove', 'a proof', now())`, [credits[3]])
    return { mode: 'test', line: credits[3] ?? '', resolution: { action: 'lift_lien' } }
  },
  accept_short: ({ short, stage }) => aboutTransaction(stage, short[0]?.id, { action: 'accept_short' }),
  return_part: async ({ short, stage }) => returning(stage, 'return_part', short[1]?.id),
  reject: async ({ short, stage }) => returning(stage, 'reject', short[2]?.id),
  return_all: async ({ short, stage }) => returning(stage, 'return_all', short[3]?.id),
  accept_late: ({ buy }) => inNewCase(buy.id, 'late_credit', { action: 'accept_late' }),
  fix: ({ sell }) =>
    inNewCase(sell.id, 'name_differs', {
      action: 'fix',
      bank_code: '000013',
      bank_name: 'GTBank',
      account_number: '0999999999',
      account_name: 'EVE',
    }),
  took_back: ({ debit, undone, stage }) =>
    aboutCredit(stage, debit, { action: 'took_back', line_id: undone }),
  charge: ({ debit, stage }) => aboutCredit(stage, debit, { action: 'charge' }),
  confirm_import: ({ importCase }) => ({
    mode: 'test',
    caseId: importCase,
    resolution: { action: 'confirm_import' },
  }),
  release: async ({ buy, stage }) => {
    const { rows } = await stage.owner.query<{ address: string }>(
      'select wallet_address as address from buy where transaction_id = $1',
      [buy.id],
    )
    return aboutTransaction(stage, buy.id, {
      action: 'release',
      amount_minor: `${buy.amount}00`,
      network: 'Polygon',
      address: rows[0]?.address,
    })
  },
  'release of a sell': async ({ sell, stage }) => {
    const { rows } = await stage.owner.query<Record<string, string>>(
      `select b.amount_minor::text, p.bank_code, p.account_number, name_of_payee(p.transaction_id) as account_name
       from payee_of_sell p join balance b on b.owner = p.transaction_id::text and b.kind = 'held' and b.asset = 'NGNC'
       where p.transaction_id = $1`,
      [sell.id],
    )
    return aboutTransaction(stage, sell.id, { action: 'release', ...rows[0] })
  },
  freeze_and_report: ({ buyToReport, stage }) =>
    aboutTransaction(stage, buyToReport.id, {
      action: 'freeze_and_report',
      asset: 'NGN',
      amount_minor: `${buyToReport.amount}00`,
      evidence: 'x',
    }),
  reopen_match: ({ confirmedMatch }) => ({
    mode: 'test',
    resolution: { action: 'reopen_match', case_id: confirmedMatch },
  }),
  read_again: () => ({
    mode: 'test',
    caseKind: 'line_aside',
    facts: { network: 'Polygon' },
    resolution: { action: 'read_again', from_block: '1' },
  }),
  set_cap: async ({ stage }) => ({
    mode: 'test',
    business: parseId('business', stage.stack.businessId) ?? '',
    resolution: { action: 'set_cap', amount_minor: '100000000000' },
  }),
  allow_standing: () => ({
    mode: 'test',
    resolution: {
      action: 'allow_standing',
      kind: 'accept_short',
      ground: 'underpaid',
      business_id: null,
      cap_minor: '100000000',
      total_minor: '100000000',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
  'accept_short under a standing decision that nobody approved': async ({ short, stage }) => {
    const { rows } = await stage.owner.query<{ standing: string; amount_minor: string }>(
      `select (select id from case_file where resolution ->> 'action' = 'allow_standing' limit 1) as standing, amount_minor::text
       from balance where owner = $1 and kind = 'held'`,
      [short[4]?.id],
    )
    return aboutTransaction(stage, short[4]?.id, { action: 'accept_short', ...rows[0] }, 'underpaid')
  },
  set_people: () => ({ mode: 'live', resolution: { action: 'set_people', people: 1 } }),
  lift_freeze: async ({ stage }) => {
    await stage.owner.query(
      `select place_freeze('network', 'test:Avalanche', 'a proof', 'system:prove', now())`,
    )
    const { rows } = await stage.owner.query<{ id: string }>(
      `select id from freeze_order where subject = 'test:Avalanche' and lifted_at is null`,
    )
    return { mode: 'test', resolution: { action: 'lift_freeze', freeze_id: rows[0]?.id } }
  },
  resume_lane: async ({ stage }) => ({
    mode: 'live',
    resolution: { action: 'resume_lane', lane_id: await haltedLane(stage, 51) },
  }),
  abandon_lane: async ({ stage }) => {
    const id = await haltedLane(stage, 52)
    const { rows } = await stage.owner.query<{ since: string; digest: string }>(
      'select since, digest from lane_to_abandon($1)',
      [id],
    )
    return {
      mode: 'live',
      resolution: { action: 'abandon_lane', lane_id: id, locks: '0', tokens_minor: '0', ...rows[0] },
    }
  },
  resume_payouts: async ({ stage }) => {
    const id = await payoutAccount(stage)
    await stage.owner.query(`select stop_payout_account($1, 'frozen', 'system:prove', 'a proof', now())`, [
      id,
    ])
    return { mode: 'live', resolution: { action: 'resume_payouts', account_id: id } }
  },
  adopt_journal: async ({ stage }) => {
    const { rows } = await stage.owner.query<{ count: number; hash: string }>(
      `select count::integer, hash from vault_journal where vault = 'signer'`,
    )
    return {
      mode: 'live',
      resolution: {
        action: 'adopt_journal',
        vault: 'signer',
        count: 1_000_000,
        hash: '0'.repeat(64),
        replaces: rows[0] ?? null,
        unexplained: [],
      },
    }
  },
  move_account: async ({ stage }) => ({
    mode: 'live',
    account: await collectionAccount(stage),
    resolution: { action: 'move_account', to: 'draining' },
  }),
  set_feed: async ({ stage }) => ({
    mode: 'live',
    account: await collectionAccount(stage),
    resolution: { action: 'set_feed', feed: 'monnify' },
  }),
  go_live: async ({ business }) => ({
    mode: 'live',
    business: await business('pending'),
    resolution: {
      action: 'go_live',
      file_version: 1,
      file_digest: SUBMITTED_DIGEST,
      tier: 3,
      exposure_cap_minor: '100',
      ...terms,
    },
  }),
  set_terms: async ({ business }) => ({
    mode: 'live',
    business: await business('active'),
    resolution: { action: 'set_terms', ...terms },
  }),
  issue_key: async ({ business }) => ({
    mode: 'live',
    business: await business('active'),
    resolution: {
      action: 'issue_key',
      scopes: ['payouts'],
      networks: [],
      label: 'x',
      requests_per_window: 10,
      expires_at: null,
    },
  }),
  resume_business: async ({ business }) => ({
    mode: 'live',
    business: await business('suspended'),
    resolution: { action: 'resume_business' },
  }),
  open_collection_account: () => ({
    mode: 'live',
    resolution: {
      action: 'open_collection_account',
      account_id: newId(),
      name: 'EVE',
      account_number: '0888888888',
      bank_code: '000013',
      bank_name: 'GTBank',
      business_id: null,
      feed: null,
    },
  }),
  open_payout_account: () => ({
    mode: 'live',
    resolution: {
      action: 'open_payout_account',
      account_id: newId(),
      vendor: 'paystack',
      name: 'eve',
      account_number: null,
    },
  }),
  fund_payout_account: async ({ stage }) => ({
    mode: 'live',
    resolution: {
      action: 'fund_payout_account',
      account_id: await payoutAccount(stage),
      account: 'x',
      amount_minor: '100000',
    },
  }),
  open_lane: () => ({
    mode: 'live',
    resolution: {
      action: 'open_lane',
      lane_id: newId(),
      network: 'Polygon',
      number: 53,
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      next_lock: '0',
    },
  }),
  set_rate: () => ({
    mode: 'live',
    resolution: { action: 'set_rate', pair: 'USDC/NGN', bid: '1', ask: '2', valid_minutes: 60, last: null },
  }),
}
