import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { openVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import type { LiveStack } from '../live-stack.ts'
import { ownAccounts } from './places.ts'
import type { Shop } from './purchase.ts'

const [bisi, chidi] = seedOperators
const why = { actor: bisi.email, reason: 'a proof that a buy settles once' }
const cell = { cell: 'dev', peppers: new Map([[1, Buffer.from('0f'.repeat(32), 'hex')]]) }

/**
 * Sets the fee of the seed's business to zero, and opens two more businesses with a fee. Each has a high exposure limit, so that shared
 * accounts can be used.
 */
export async function openShops(stack: LiveStack, owner: Pool): Promise<Shop[]> {
  const { rows } = await owner.query<{ id: string }>('select id from business where link_tag = $1', [
    stack.linkTag,
  ])
  const first: Shop = {
    uuid: rows[0]?.id ?? '',
    businessId: stack.businessId,
    linkTag: stack.linkTag,
    key: stack.testKey,
    ownAccount: ownAccounts[0].number,
    feeBps: 0n,
  }
  const second = await openShop(owner, 'obi-traders', ownAccounts[1], 50n)
  const third = await openShop(owner, 'musa-farms', ownAccounts[2], 125n)
  for (const { uuid, feeBps } of [first, second, third])
    await owner.query(
      `update business_mode set fee_bps = $2, exposure_cap_minor = 100000000000000, may_hold_balance = true
       where business_id = $1 and mode = 'test'`,
      [uuid, feeBps.toString()],
    )
  return [first, second, third]
}

async function openShop(
  owner: Pool,
  linkTag: string,
  account: (typeof ownAccounts)[number],
  feeBps: bigint,
): Promise<Shop> {
  const { id } = await createBusiness(owner, { name: `Business ${linkTag}`, linkTag, ...why })
  await openVendorAccount(owner, {
    mode: 'test',
    name: `TEST Afara ${account.number}`,
    accountNumber: account.number,
    business: linkTag,
    feed: account.vendor,
    approver: chidi.email,
    ...why,
  })
  const wanted = {
    business: linkTag,
    mode: 'test',
    scopes: keyScopes,
    requestsPerWindow: 10_000_000,
  } as const
  const { secret: key } = await issueKey({ pool: owner, ...cell }, { ...wanted, ...why })
  const businessId = formatId('business', id)
  return { uuid: id, businessId, linkTag, key, ownAccount: account.number, feeBps }
}
