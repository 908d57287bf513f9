import type { AdminDeps } from '@afara/server/entry/admin/admin-session.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { codesOf, namesOf, nigerianBanks } from '@afara/server/records/banks/bank-directory.ts'
import { moveVendorAccount, openVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import { resolveBank } from '@afara/server/records/banks/resolve-bank.ts'
import type { VendorAccountState } from '@afara/server/records/banks/vendor-account.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { decideRate, issueLiveKey } from '@afara/stack/authenticator/decide-live.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import type { Backstage } from './backstage.ts'
import { businessUuid, partyOf, UNLIMITED, WHY } from './create-backstage.ts'
import { makePoorKeys } from './make-poor-keys.ts'
import type { Party, Vendor, World } from './world.ts'

// Enough for more than ten thousand sells of the maximum amount.
const PLENTY_MINOR = 10n ** 18n

/** A fee of fifty naira and one and a half per cent, at most two thousand naira. */
const TERMS = {
  feeFlatMinor: 5_000n,
  feeBps: 150,
  feeCapMinor: 200_000n,
  defaultWallet: { network: 'Polygon', address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' },
} as const

/** Creates everything that requests will name, through the service's own use cases. */
export async function buildWorld(
  deps: AdminDeps,
  backstage: Backstage,
): Promise<Omit<World, 'drills' | 'buys' | 'payLinks' | 'batches' | 'endpoints' | 'doomedEndpoint'>> {
  await setRates(deps)
  const frozenVendor = await openWornAccounts(deps)
  const first = await backstage.openBusiness({ label: 'one', balanceMinor: PLENTY_MINOR })
  const second = await openWithOwnAccount(deps, backstage)
  const third = await backstage.openBusiness({ label: 'three', balanceMinor: PLENTY_MINOR, terms: TERMS })
  await goLive(deps.pool, first.linkTag)
  const { secret } = await issueLiveKey(deps, {
    business: first.linkTag,
    scopes: keyScopes,
    requestsPerWindow: UNLIMITED,
  })
  const live = await partyOf(deps, { id: businessUuid(first), linkTag: first.linkTag }, 'live', secret)
  return {
    parties: [first, second, third, live],
    playground: await backstage.openBusiness({ label: 'play', balanceMinor: PLENTY_MINOR }),
    poorKeys: await makePoorKeys(deps, backstage, first),
    frozenVendor,
    ...readBanks(),
  }
}

/** Sets the rates manually, so that no outside source can make them stale. */
async function setRates(deps: AdminDeps): Promise<void> {
  for (const [pair, bid, ask] of [
    ['USD/NGN', '1450', '1452.75'],
    ['USDC/NGN', '1449', '1451'],
    ['USD/GBP', '0.75', '0.76'],
    ['USD/EUR', '0.86', '0.87'],
    ['USD/TRY', '42', '42.5'],
    ['USD/CNY', '7.1', '7.12'],
    ['USD/CHF', '0.8', '0.81'],
    ['USD/CAD', '1.4', '1.41'],
    ['USD/AED', '3.67', '3.68'],
    ['USD/KES', '129', '130'],
  ] as const) {
    await decideRate(deps.pool, { pair, bid, ask, holdsMs: 24 * 3_600_000 })
  }
}

/** Opens a draining account, which is still accepted, and a frozen one, which is not. Neither is listed. Returns the frozen one. */
async function openWornAccounts({ pool }: AdminDeps): Promise<Vendor> {
  const open = async (name: string, accountNumber: string, to: VendorAccountState): Promise<Vendor> => {
    const { account } = await openVendorAccount(pool, { mode: 'test', name, accountNumber, ...WHY })
    await moveVendorAccount(pool, { accountId: formatId('vendorAccount', account.id), to, ...WHY })
    return { name, number: accountNumber, bank: account.bankName }
  }
  await open('TEST ONLY, DO NOT PAY: emptied', '0000000097', 'draining')
  return open('TEST ONLY, DO NOT PAY: frozen', '0000000098', 'frozen')
}

/** Opens a business with its own account. It also sees the shared ones. */
async function openWithOwnAccount(deps: AdminDeps, backstage: Backstage): Promise<Party> {
  const party = await backstage.openBusiness({ label: 'two', balanceMinor: PLENTY_MINOR })
  const account = {
    name: 'TEST ONLY, DO NOT PAY: Fuzz’s “two”',
    accountNumber: '0000000099',
    business: party.linkTag,
  }
  await openVendorAccount(deps.pool, { mode: 'test', ...account, ...WHY })
  return partyOf(deps, { id: businessUuid(party), linkTag: party.linkTag }, 'test', party.key)
}

/** Returns the names and codes of all banks in several spellings. Separates those that lead to one bank from those that lead to several. */
function readBanks(): Pick<World, 'banks' | 'ambiguousBanks'> {
  const listed = nigerianBanks.banks.flatMap((bank) => [...namesOf(bank), ...codesOf(bank), bank.slug])
  const texts = new Set(
    listed.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase(), ` ${text}  `]),
  )
  const leading = (outcome: string) => [...texts].filter((text) => resolveBank(text).outcome === outcome)
  return { banks: leading('found'), ambiguousBanks: leading('ambiguous') }
}
