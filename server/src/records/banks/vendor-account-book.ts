import type { Clock } from '../../kernel/clock/clock.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import type { VendorAccount } from './vendor-account.ts'
import { selectVisibleAccounts } from './vendor-account-store.ts'

export type VendorAccountBook = Readonly<{
  /** The accounts a tenant may know, in any state, as they were at most two seconds ago; at once when it is known. */
  visibleTo(tenant: Tenant): readonly VendorAccount[] | Promise<readonly VendorAccount[]>
}>

type Page = Readonly<{ accounts: readonly VendorAccount[]; readAtMs: number }>

const PAGE_TTL_MS = 2_000
const MOST_TENANTS = 10_000

/** Keeps in memory what every buy and every list asks for. */
export function createVendorAccountBook({ pool, clock }: { pool: Pool; clock: Clock }): VendorAccountBook {
  // One for each mode, so that no name has to be put together for a request that finds its page.
  const pages = { live: new Map<string, Page>(), test: new Map<string, Page>() }
  // Those who ask while it is being read wait for the same answer.
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

/** A page from the future was read before the clock was set back, and nobody knows how long ago. */
function isFresh({ readAtMs }: Page, nowMs: number): boolean {
  return nowMs >= readAtMs && nowMs - readAtMs < PAGE_TTL_MS
}
