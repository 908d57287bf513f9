import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { isLocalServer } from '../../kernel/postgres/server-status.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findPayoutAccount,
  insertFunding,
  insertPayoutAccount,
} from '../../movements/payouts/payout-account-store.ts'
import { formatLane, selectLanes } from '../../movements/transfers/lane-overview-store.ts'
import { insertLane } from '../../movements/transfers/lane-store.ts'
import { openVendorAccount, setAccountFeed } from '../../records/banks/manage-vendor-accounts.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import { testBank } from '../../records/banks/vendor-account.ts'
import { findVendorAccount } from '../../records/banks/vendor-account-store.ts'
import type { Business } from '../../records/businesses/business.ts'
import { findBusinessByLinkTag } from '../../records/businesses/business-store.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { findKeyByHmacs, findLiveKeysByLabel } from '../../records/keys/api-key-store.ts'
import { keyScopes } from '../../records/keys/key-rights.ts'
import { possibleHmacs } from '../../records/keys/key-text.ts'
import { issueKey, revokeKey } from '../../records/keys/manage-keys.ts'
import {
  business as businessAccount,
  capital,
  float,
  posting,
  sweeperGas,
} from '../../records/ledger/account.ts'
import { isPosted, postEntry, sumAccount } from '../../records/ledger/ledger-store.ts'
import { createOperator } from '../../records/operators/manage-operators.ts'
import { findOperatorByEmail } from '../../records/operators/operator-store.ts'
import { firstOperatorRoles } from '../../records/people/role-actions.ts'
import type { AdminDeps } from './admin-session.ts'
import {
  type SeedLane,
  seedAccounts,
  seedBalance,
  seedBusiness,
  seedFloat,
  seedGas,
  seedKeyLabel,
  seedLanes,
  seedOperators,
  seedPayoutAccounts,
  seedPayoutFunds,
} from './seed-data.ts'

type Seeded = Readonly<{ testKey: string; businessId: string; linkTag: string }>

type Why = Readonly<{ actor: string; reason: string }>

/**
 * Fills a local database with everything for a first transaction: a business with its key and balance, operators, vendor accounts, lanes
 * and payout accounts. Idempotent: existing rows stay. The key stays too if the caller still has it (`knownKey`). Otherwise it is replaced,
 * because a key cannot be read back.
 */
export async function seed(
  deps: AdminDeps,
  why: Why,
  { lanes, knownKey }: { lanes?: readonly SeedLane[] | undefined; knownKey?: string | undefined } = {},
): Promise<Seeded> {
  await requireLocalDatabase(deps.pool)
  await ensureOperators(deps.pool, why)
  const business =
    (await findBusinessByLinkTag(deps.pool, seedBusiness.linkTag)) ??
    (await createBusiness(deps.pool, { ...seedBusiness, ...why }))
  await ensureVendorAccounts(deps.pool, why)
  await ensureTestBalance(deps, business)
  await ensureLanes(deps, lanes)
  await ensurePayoutAccounts(deps)
  const testKey = await keepKey(deps, business, why, knownKey)
  return { testKey, businessId: formatId('business', business.id), linkTag: business.linkTag }
}

/** The seed creates accounts that are public in the source, and a key. It must never reach a real deployment. */
async function requireLocalDatabase(pool: Pool): Promise<void> {
  if (await isLocalServer(pool)) return
  throw new Refusal(
    'seed_not_local',
    'The seed works only on a local database. Create real records with the other commands.',
  )
}

async function ensureOperators(pool: Pool, why: Why): Promise<void> {
  for (const operator of seedOperators) {
    if ((await findOperatorByEmail(pool, operator.email)) === undefined) {
      await createOperator(pool, { ...operator, roles: firstOperatorRoles, ...why })
    }
  }
}

async function ensureVendorAccounts(pool: Pool, why: Why): Promise<void> {
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

/** Lets developers sell from the balance at once. The tokens have no source, because test mode has no tokens of value. */
async function ensureTestBalance({ pool, clock }: AdminDeps, { id }: Business): Promise<void> {
  if (await isPosted(pool, id)) return
  await postEntry(pool, {
    // The id of the business: it is given tokens once.
    id,
    mode: 'test',
    transactionId: null,
    step: 'test_balance_given',
    at: clock.now(),
    postings: [posting(capital, businessAccount(id), seedBalance)],
  })
}

async function keepKey(
  deps: AdminDeps,
  business: Business,
  why: Why,
  knownKey: string | undefined,
): Promise<string> {
  const where = { businessId: business.id, mode: 'test', label: seedKeyLabel } as const
  const live = await findLiveKeysByLabel(deps.pool, where)
  if (knownKey !== undefined) {
    const known = await findKeyByHmacs(deps.pool, possibleHmacs(knownKey, deps.peppers))
    if (known !== undefined && live.some(({ id }) => id === known.id)) return knownKey
  }
  for (const old of live) {
    await revokeKey(deps, { keyId: formatId('key', old.id), ...why })
  }
  const issued = await issueKey(deps, {
    business: business.linkTag,
    mode: 'test',
    label: seedKeyLabel,
    // Development and proofs need a high limit and every scope.
    scopes: keyScopes,
    requestsPerWindow: 1_000_000,
    ...why,
  })
  return issued.secret
}

/**
 * Opens the test lanes and books their float, their gas and the sweepers' gas. The stack funds its chains with the booked amounts, so the
 * ledger and the chains agree even if only one of them was created again. Idempotent.
 */
export async function ensureLanes(
  { pool, clock }: { pool: Pool; clock: Clock },
  lanes: readonly SeedLane[] = seedLanes,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const known = new Set((await selectLanes(sql)).map(formatLane))
    const missing = lanes.filter((lane) => !known.has(formatLane({ ...lane, mode: 'test' })))
    for (const { network, number, address } of missing) {
      const id = newId()
      await insertLane(sql, id, { mode: 'test', network, number, address, nextLock: 0n }, clock.now())
      const gas = seedGas(network)
      const sweeper = await sumAccount(sql, 'test', sweeperGas(network), gas.asset)
      // The entry has the id of its lane: a lane is funded once, and a check names any other entry of this step.
      await postEntry(sql, {
        id,
        mode: 'test',
        transactionId: null,
        step: 'float_funded',
        at: clock.now(),
        postings: [
          posting(float({ network, number }), capital, seedFloat),
          posting({ kind: 'gas', owner: network }, capital, gas),
          ...(sweeper.minor === 0n ? [posting(sweeperGas(network), capital, gas)] : []),
        ],
      })
    }
  })
}

/** Opens the test payout accounts and books their naira. The stack funds its bank with the booked amounts. Idempotent. */
async function ensurePayoutAccounts({ pool, clock }: { pool: Pool; clock: Clock }): Promise<void> {
  await inTransaction(pool, async (sql) => {
    for (const { id, vendor, name, accountNumber } of seedPayoutAccounts) {
      const at = clock.now()
      if ((await findPayoutAccount(sql, id, at)) !== undefined) continue
      await insertPayoutAccount(sql, { id, mode: 'test', vendor, name, accountNumber }, at)
      await insertFunding(sql, {
        accountId: id,
        amountMinor: seedPayoutFunds.minor,
        reason: 'the seed',
        by: 'system:seed',
        at,
      })
    }
  })
}
