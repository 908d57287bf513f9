import type { AdminDeps } from '@afara/server/entry/admin/admin-session.ts'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { formatId, parseId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { honouredStates } from '@afara/server/records/banks/vendor-account.ts'
import { selectVisibleAccounts } from '@afara/server/records/banks/vendor-account-store.ts'
import {
  createBusiness,
  setBusinessTerms,
  type TermsChange,
} from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey, revokeKey } from '@afara/server/records/keys/manage-keys.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import type { Backstage } from './backstage.ts'
import type { Party, Vendor } from './world.ts'

export const WHY = {
  actor: seedOperators[0].email,
  approver: seedOperators[1].email,
  reason: 'fuzzing',
} as const

/** More requests than any run sends. */
export const UNLIMITED = 10_000_000

/** Creates businesses and keys through the service's own use cases, so that the audit and the checks cover them too. */
export function createBackstage(deps: AdminDeps): Backstage {
  return {
    openBusiness: async ({ label, balanceMinor, terms, requestsPerWindow = UNLIMITED }) => {
      const { id, linkTag } = await createBusiness(deps.pool, {
        name: `Fuzz ${label}`,
        linkTag: `fz-${label}`,
        ...WHY,
      })
      if (balanceMinor !== undefined) await giveTo(deps, id, balanceMinor)
      if (terms !== undefined) {
        await setBusinessTerms(deps.pool, { business: linkTag, mode: 'test', change: terms, ...WHY })
      }
      const { secret } = await issueKey(deps, {
        business: linkTag,
        mode: 'test',
        scopes: keyScopes,
        requestsPerWindow,
        ...WHY,
      })
      return partyOf(deps, { id, linkTag }, 'test', secret, terms)
    },
    issueKey: async ({ linkTag, mode }) => {
      const wanted = { business: linkTag, mode, scopes: keyScopes, requestsPerWindow: UNLIMITED, ...WHY }
      const { key, secret } = await issueKey(deps, wanted)
      return { id: formatId('key', key.id), secret }
    },
    revokeKey: async (keyId) => {
      await revokeKey(deps, { keyId, ...WHY })
    },
  }
}

/** Returns the business with everything that it may name in this mode. */
export async function partyOf(
  { pool }: AdminDeps,
  business: Readonly<{ id: string; linkTag: string }>,
  mode: Mode,
  key: string,
  terms: TermsChange = {},
): Promise<Party> {
  const accounts = await selectVisibleAccounts(pool)
  // Nobody can name a pool, whose numbers belong to one payment each. The owner of the database sees them all the same.
  const pools = await pool.query<{ id: string }>('select id from vendor_account where is_pool')
  const isPool = (id: string) => pools.rows.some((one) => one.id === id)
  const vendors = accounts
    .filter(
      (account) => account.mode === mode && honouredStates.includes(account.state) && !isPool(account.id),
    )
    .filter(({ businessId }) => businessId === null || businessId === business.id)
    .map(({ name, accountNumber, bankName }): Vendor => ({ name, number: accountNumber, bank: bankName }))
  return {
    businessId: formatId('business', business.id),
    linkTag: business.linkTag,
    mode,
    key,
    vendors,
    holdsBalance: mode === 'test',
    feePlan: {
      flatMinor: terms.feeFlatMinor ?? 0n,
      bps: BigInt(terms.feeBps ?? 0),
      capMinor: terms.feeCapMinor ?? null,
    },
    defaultWallet: terms.defaultWallet ?? null,
  }
}

export function businessUuid({ businessId }: Party): string {
  return parseId('business', businessId) ?? ''
}

async function giveTo({ pool }: AdminDeps, businessId: string, minor: bigint): Promise<void> {
  await giveBalance(pool, { businessId, minor })
}
