import type { Clock } from '../../kernel/clock/clock.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import type { VendorAccount } from './vendor-account.ts'
import { selectVisibleAccounts } from './vendor-account-store.ts'

export type VendorAccountBook = Readonly<{
  /** Returns the accounts that a tenant may see, in any state, at most two seconds old. Synchronous if they are in memory. */
  visibleTo(tenant: Tenant): readonly VendorAccount[] | Promise<readonly VendorAccount[]>
}>

type Page = Readonly<{ accounts: readonly VendorAccount[]; readAtMs: number }>

const PAGE_TTL_MS = 2_000
const MOST_TENANTS = 10_000

/** Caches the accounts that every buy and every list needs. */
export function createVendorAccountBook({ pool, clock }: { pool: Pool; clock: Clock }): VendorAccountBook {
  // One map per mode, so that a cached request builds no key.
  const pages = { live: new Map<string, Page>(), test: new Map<string, Page>() }
  // Concurrent callers wait for the same read.
  const reading = new Map<string, Promise<readonly VendorAccount[]>>()

  const read = async (tenant: Tenant): Promise<readonly VendorAccount[]> => {
    const accounts = await asTenant(pool, tenant, selectVisibleAccounts)
    const known = pages[tenant.mode]
    if (known.size >= MOST_TENANTS) known.delete(known.keys().next().value ?? '')
    known.set(tenant.businessId, { accounts, readAtMs: clock.now().getTime() })
    return accounts
  }

  return {
    visibleTo: (tenant) => {
      const page = pages[tenant.mode].get(tenant.businessId)
      if (page !== undefined && isFresh(page, clock.now().getTime())) return page.accounts
      const name = `${tenant.businessId}:${tenant.mode}`
      const pending = reading.get(name) ?? read(tenant).finally(() => reading.delete(name))
      reading.set(name, pending)
      return pending
    },
  }
}

/** A page with a future time was read before the clock was set back, so its age is unknown. */
function isFresh({ readAtMs }: Page, nowMs: number): boolean {
  return nowMs >= readAtMs && nowMs - readAtMs < PAGE_TTL_MS
}
