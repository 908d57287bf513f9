import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey, type KeyDeps } from '@afara/server/records/keys/manage-keys.ts'
import { issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'

/** A business with one key per mode. Each key has every scope. */
export type Party = Readonly<{
  uuid: string
  businessId: string
  linkTag: string
  keys: Readonly<Record<Mode, string>>
}>

export type HouseDeps = KeyDeps & Readonly<{ clock: Clock }>

export const why = {
  actor: seedOperators[0].email,
  approver: seedOperators[1].email,
  reason: 'a proof of the interface',
}

export const defaultWallet = { network: 'Polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

export type PartyName = keyof typeof terms

/** Columns of business_mode that differ from those of a new business. */
const terms = {
  obi: {},
  zainab: {},
  withDefaultWallet: {
    test: { default_network: defaultWallet.network, default_wallet_address: defaultWallet.address },
  },
  withoutBalance: { test: { may_hold_balance: false } },
  withFees: { test: { fee_flat_minor: '5000', fee_bps: 50, fee_cap_minor: '50000' } },
  withDailyLimit: { test: { daily_limit_minor: '10000000' } },
  suspended: { test: { status: 'suspended' }, live: { status: 'suspended' } },
  withLiveBalance: { live: { may_hold_balance: true } },
} as const satisfies Record<
  string,
  Partial<Record<Mode, Readonly<Record<string, string | number | boolean>>>>
>

const balances: ReadonlyArray<readonly [PartyName, Mode, bigint]> = [
  ['obi', 'test', 100_000_000_00n],
  ['withFees', 'test', 1_000_000_00n],
  ['withDailyLimit', 'test', 1_000_000_00n],
  ['withLiveBalance', 'live', 1_000_000_00n],
]

const linkTags: Readonly<Record<PartyName, string>> = {
  obi: 'obi-traders',
  zainab: 'zainab-motors',
  withDefaultWallet: 'emeka-imports',
  withoutBalance: 'kemi-prints',
  withFees: 'musa-farms',
  withDailyLimit: 'ngozi-cakes',
  suspended: 'tunde-tyres',
  withLiveBalance: 'hauwa-textiles',
}

export async function createParties(deps: HouseDeps): Promise<Readonly<Record<PartyName, Party>>> {
  const parties: Partial<Record<PartyName, Party>> = {}
  for (const name of Object.keys(terms) as PartyName[]) parties[name] = await createParty(deps, name)
  const complete = parties as Record<PartyName, Party>
  for (const [name, mode, minor] of balances) await giveTo(deps, complete[name], mode, minor)
  return complete
}

async function createParty(deps: HouseDeps, name: PartyName): Promise<Party> {
  const linkTag = linkTags[name]
  const { id } = await createBusiness(deps.pool, { name: `Business ${linkTag}`, linkTag, ...why })
  await goLive(deps.pool, linkTag)
  for (const [mode, columns] of Object.entries(terms[name])) {
    const names = Object.keys(columns)
    const changes = names.map((column, place) => `${column} = $${place + 3}`).join(', ')
    await deps.pool.query(`update business_mode set ${changes} where business_id = $1 and mode = $2`, [
      id,
      mode,
      ...Object.values(columns),
    ])
  }
  const wanted = { business: linkTag, scopes: keyScopes, requestsPerWindow: 100_000 }
  const test = await issueKey(deps, { ...wanted, mode: 'test', ...why })
  const live = await issueLiveKey(deps, wanted)
  return {
    uuid: id,
    businessId: formatId('business', id),
    linkTag,
    keys: { test: test.secret, live: live.secret },
  }
}

async function giveTo({ pool }: HouseDeps, party: Party, mode: Mode, minor: bigint): Promise<void> {
  await giveBalance(pool, { businessId: party.uuid, minor, mode })
}
