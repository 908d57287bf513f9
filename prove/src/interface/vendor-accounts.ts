import type { Mode } from '@afara/server/kernel/mode.ts'
import { openVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import type { VendorAccountState } from '@afara/server/records/banks/vendor-account.ts'
import { type HouseDeps, type Party, why } from './parties.ts'

/** A collection account as the list of vendors shows it. */
export type Vendor = Readonly<{ vendorName: string; vendorNumber: string; vendorBank: string }>

export type VendorName = keyof typeof plans

type Plan = Readonly<{
  mode: Mode
  name: string
  accountNumber: string
  dedicated?: true
  path?: readonly VendorAccountState[]
}>

const plans = {
  sharedTest: { mode: 'test', name: 'TEST ONLY: Shared Collections', accountNumber: '1000000001' },
  drainingTest: { mode: 'test', name: 'TEST ONLY: Drained', accountNumber: '1000000002', path: ['draining'] },
  frozenTest: { mode: 'test', name: 'TEST ONLY: Frozen', accountNumber: '1000000003', path: ['frozen'] },
  closedTest: {
    mode: 'test',
    name: 'TEST ONLY: Closed',
    accountNumber: '1000000004',
    path: ['draining', 'closed'],
  },
  dedicatedTest: {
    mode: 'test',
    name: 'TEST ONLY: Zainab at Afara',
    accountNumber: '1000000005',
    dedicated: true,
  },
  sharedLive: { mode: 'live', name: 'Afara Shared Collections', accountNumber: '2000000001' },
  drainingLive: { mode: 'live', name: 'Afara Drained', accountNumber: '2000000002', path: ['draining'] },
  frozenLive: { mode: 'live', name: 'Afara Frozen', accountNumber: '2000000003', path: ['frozen'] },
  dedicatedLive: {
    mode: 'live',
    name: 'Zainab Motors at Afara',
    accountNumber: '2000000005',
    dedicated: true,
  },
} as const satisfies Record<string, Plan>

/** Opens one account of each kind. The dedicated ones belong to `owner`. */
export async function openVendorAccounts(
  { pool }: HouseDeps,
  owner: Party,
): Promise<Readonly<Record<VendorName, Vendor>>> {
  const vendors: Partial<Record<VendorName, Vendor>> = {}
  for (const [key, plan] of Object.entries<Plan>(plans)) {
    const { account } = await openVendorAccount(pool, {
      ...plan,
      bank: plan.mode === 'live' ? 'Providus Bank' : undefined,
      business: plan.dedicated === true ? owner.linkTag : undefined,
      ...why,
    })
    // The states are given: in live mode, two operators would sign each change.
    for (const to of plan.path ?? [])
      await pool.query('update vendor_account set state = $2 where id = $1', [account.id, to])
    vendors[key as VendorName] = {
      vendorName: account.name,
      vendorNumber: account.accountNumber,
      vendorBank: account.bankName,
    }
  }
  return vendors as Record<VendorName, Vendor>
}
