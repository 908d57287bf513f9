import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { openVendorAccount, setAccountFeed } from '../../records/banks/manage-vendor-accounts.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import { testBank } from '../../records/banks/vendor-account.ts'
import { findVendorAccount } from '../../records/banks/vendor-account-store.ts'
import type { Business } from '../../records/businesses/business.ts'
import { findBusinessByLinkTag } from '../../records/businesses/business-store.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { findLiveKeysByLabel } from '../../records/keys/api-key-store.ts'
import { keyScopes } from '../../records/keys/key-rights.ts'
import { issueKey, revokeKey } from '../../records/keys/manage-keys.ts'
import { business as businessAccount, capital, posting } from '../../records/ledger/account.ts'
import { postEntry, readBalance } from '../../records/ledger/ledger-store.ts'
import { createOperator } from '../../records/operators/manage-operators.ts'
import { findOperatorByEmail } from '../../records/operators/operator-store.ts'
import type { AdminDeps } from './admin-session.ts'
import {
  type SeedLane,
  seedAccounts,
  seedBalance,
  seedBusiness,
  seedKeyLabel,
  seedOperators,
} from './seed-data.ts'
import { ensureLanes } from './seed-lanes.ts'
import { ensurePayoutAccounts } from './seed-payout-accounts.ts'

export type Seeded = Readonly<{ testKey: string; businessId: string; linkTag: string }>

type Why = Readonly<{ actor: string; reason: string }>

/**
 * Fills a database on this machine so that one can begin at once: a business, its key and
 * balance, operators, vendor accounts, lanes, accounts that pay. Safe to repeat: what is there stays, and
 * only the key is new each time, because nobody can read an old one back.
 */
export async function seed(deps: AdminDeps, why: Why, lanes?: readonly SeedLane[]): Promise<Seeded> {
  await requireLocalDatabase(deps.pool)
  await ensureOperators(deps.pool, why)
  const business =
    (await findBusinessByLinkTag(deps.pool, seedBusiness.linkTag)) ??
    (await createBusiness(deps.pool, { ...seedBusiness, ...why }))
  await ensureAccounts(deps.pool, why)
  await ensureTestBalance(deps, business)
  await ensureLanes(deps, lanes)
  await ensurePayoutAccounts(deps)
  const testKey = await replaceKey(deps, business, why)
  return { testKey, businessId: formatId('business', business.id), linkTag: business.linkTag }
}

/** A seed makes a key and accounts that anyone can read in the source: it must never reach a real deployment. */
async function requireLocalDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ local: boolean }>(
    `select coalesce(inet_server_addr() <<= any (array['127.0.0.0/8', '::1/128']::inet[]), true) as local`,
  )
  if (rows[0]?.local !== true) {
    throw new Refusal(
      'seed_not_local',
      'The seed is for a database on this machine: create real rows with the other commands.',
    )
  }
}

async function ensureOperators(pool: Pool, why: Why): Promise<void> {
  for (const operator of seedOperators) {
    if ((await findOperatorByEmail(pool, operator.email)) === undefined) {
      await createOperator(pool, { ...operator, ...why })
    }
  }
}

async function ensureAccounts(pool: Pool, why: Why): Promise<void> {
  for (const account of seedAccounts) {
    const bankCode = account.bank === undefined ? testBank.key : requireBank(account.bank).key
    const approver = seedOperators[1].email
    const known = await findVendorAccount(pool, { ...account, bankCode })
    if (known === undefined) {
      await openVendorAccount(pool, { ...account, ...why, approver })
    } else if (account.feed !== undefined) {
      const accountId = formatId('vendorAccount', known.id)
      await setAccountFeed(pool, { accountId, feed: account.feed, ...why, approver })
    }
  }
}

/** So that a sell from the balance can be tried at once. The tokens are nobody's: test mode has none that are worth anything. */
async function ensureTestBalance({ pool, clock }: AdminDeps, { id }: Business): Promise<void> {
  const account = businessAccount(id)
  if ((await readBalance(pool, 'test', account, 'NGNC')).minor > 0n) return
  await postEntry(pool, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test_balance_given',
    at: clock.now(),
    postings: [posting(capital, account, seedBalance)],
  })
}

async function replaceKey(deps: AdminDeps, business: Business, why: Why): Promise<string> {
  const where = { businessId: business.id, mode: 'test', label: seedKeyLabel } as const
  for (const old of await findLiveKeysByLabel(deps.pool, where)) {
    await revokeKey(deps, { keyId: formatId('key', old.id), ...why })
  }
  const issued = await issueKey(deps, {
    business: business.linkTag,
    mode: 'test',
    label: seedKeyLabel,
    // Development and proofs push hard, and try everything.
    scopes: keyScopes,
    requestsPerWindow: 1_000_000,
    ...why,
  })
  return issued.secret
}
