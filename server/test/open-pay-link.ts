import { makePayLink } from '../src/flows/pay-links/make-pay-link.ts'
import { money } from '../src/kernel/money/money.ts'
import { asTenant } from '../src/kernel/postgres/pool.ts'
import { selectVisibleAccounts } from '../src/records/banks/vendor-account-store.ts'
import { readPayPage } from '../src/records/pay-links/pay-page-store.ts'
import { setFeePlan } from './fee-plans.ts'
import type { createMatchingWorld } from './matching-world.ts'

/** A shop with an account of its own, a link of ₦20,000, and its page. */
export async function openPayLink(
  world: Awaited<ReturnType<typeof createMatchingWorld>>,
  addresses: Parameters<typeof makePayLink>[0]['addresses'],
  naira = 20_000n,
) {
  const shop = await world.openBusiness(0)
  const account = await world.openAccount(shop)
  const feePlan = { flatMinor: 0n, bps: 50, capMinor: null }
  await setFeePlan(world.owner, shop, feePlan)
  const tenant = { businessId: shop, mode: 'test' as const }
  const { link } = await makePayLink(
    {
      pool: world.api,
      clock: world.clock,
      addresses,
      walletChains: new Map(),
    },
    {
      tenant,
      terms: {
        mayHoldBalance: true,
        feePlan,
        defaultWallet: null,
        dailyLimitMinor: null,
      },
    },
    await asTenant(world.api, tenant, selectVisibleAccounts),
    {
      amount: money('NGN', naira * 100n),
      wallet: null,
      description: null,
      returnUrl: null,
      expiresInMinutes: 600,
      reference: null,
      idempotencyKey: null,
    },
  )
  const page = async () => requirePage(await readPayPage(world.api, link.token))
  return { ...link, account, page }
}

function requirePage<Page>(page: Page | undefined): Page {
  if (page === undefined) throw new Error('there is no page')
  return page
}
