import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { StandingRequest } from '../../movements/collections/collection-rail.ts'
import {
  type CustomerNumber,
  endCustomerNumber,
  openCustomerNumber,
  selectCustomerNumbers,
} from '../../movements/collections/customer-number-store.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { type Asking, meaningOf } from '../accept/request-identity.ts'
import { requireDestination, walletOf } from '../buys/accept-buy.ts'
import type { NumberDesk } from './number-desk.ts'

export type CustomerNumberRequest = Readonly<{
  /** The business names its customer by it. One reference has one number. */
  reference: string
  customerName: string
  identity: StandingRequest['identity']
  /** Null: the default wallet or the balance of the business. */
  wallet: Wallet | null
}>

type Deps = ReadDeps & Readonly<{ clock: Clock; numbers: Pick<NumberDesk, 'reserve'> }>
/** The keys encrypt the identity references. */
type ReadDeps = Readonly<{ pool: Pool; customerKeys: Keyring }>

/** A number that a vendor gave. */
export type GivenNumber = Readonly<{ number: CustomerNumber; isReplay: boolean }>

/**
 * Obtains a standing account number for one customer of a business. Every payment to it becomes a buy for that customer. A repeated request
 * returns the same number, and asks the vendors again if none had given one.
 */
export async function obtainCustomerNumber(
  deps: Deps,
  asking: Asking,
  visible: readonly VendorAccount[],
  request: CustomerNumberRequest,
): Promise<GivenNumber> {
  const { pool, clock, customerKeys, numbers } = deps
  const { tenant, terms } = asking
  const [account] = listedAccounts(visible, tenant.mode)
  if (account === undefined)
    throw new Refusal('unavailable', 'No vendor account accepts payments now. Try again in a few minutes.')
  requireDestination(terms, request.wallet)
  const opened = await openCustomerNumber(
    pool,
    customerKeys,
    {
      id: newId(),
      ...tenant,
      reference: request.reference,
      meaning: meaningOfNumber(request),
      customerName: request.customerName,
      identity: request.identity,
      wallet: walletOf(terms, request.wallet),
      vendorAccountId: account.id,
    },
    clock.now(),
  )
  if (opened === 'closed')
    throw new Refusal(
      'customer_numbers_off',
      'Your business is not approved for standing account numbers. Ask us to approve it, or use POST /transactions/v1/onramp/expected, which gives a number for one payment.',
    )
  const isSame =
    opened.isSame &&
    (!opened.isReplay ||
      (await readCustomerNumber(deps, tenant, opened.id)).identityReference === request.identity.reference)
  if (!isSame)
    throw new Refusal(
      'reference_conflict',
      'This reference has a number with other details. Use another reference for another customer.',
    )
  await numbers.reserve(tenant.mode, opened.id)
  const number = await readCustomerNumber(deps, tenant, opened.id)
  if (number.number === null && number.endedAt === null)
    throw new Refusal(
      'unavailable',
      'No vendor gave a number. Send the same request again in a minute: it is the same number, and none is wasted.',
    )
  return { number, isReplay: opened.isReplay }
}

/**
 * The default wallet is not part of the meaning: terms may change. Neither is the identity reference: a digest of it could be guessed, so it
 * is compared with the encrypted one.
 */
function meaningOfNumber({ customerName, identity, wallet }: CustomerNumberRequest): Buffer {
  return meaningOf([
    'customer_number',
    customerName.trim(),
    identity.type,
    wallet?.network ?? null,
    wallet?.address ?? null,
  ])
}

export async function readCustomerNumber(
  { pool, customerKeys }: ReadDeps,
  tenant: Tenant,
  id: string,
): Promise<CustomerNumber> {
  const [number] = await asTenant(pool, tenant, async (sql) =>
    selectCustomerNumbers(sql, customerKeys, { id, most: 1 }),
  )
  return number ?? refuseNumber()
}

/** Returns a page of standing numbers, newest first. */
export async function listCustomerNumbers(
  { pool, customerKeys }: ReadDeps,
  tenant: Tenant,
  { before, most }: Readonly<{ before: string | undefined; most: number }>,
): Promise<Readonly<{ numbers: readonly CustomerNumber[]; nextBefore: string | undefined }>> {
  const found = await asTenant(pool, tenant, async (sql) =>
    selectCustomerNumbers(sql, customerKeys, { before, most: most + 1 }),
  )
  const numbers = found.slice(0, most)
  return { numbers, nextBefore: found.length > most ? numbers.at(-1)?.id : undefined }
}

/** Ends a standing number. What is paid to it later goes back to its payer. The same request again changes nothing. */
export async function endNumber(
  deps: ReadDeps & Pick<Deps, 'clock'>,
  tenant: Tenant,
  id: string,
): Promise<GivenNumber> {
  const hadEnded = await asTenant(deps.pool, tenant, async (sql) =>
    endCustomerNumber(sql, id, deps.clock.now()),
  )
  if (hadEnded === undefined) return refuseNumber()
  const number = await readCustomerNumber(deps, tenant, id)
  assert(number.endedAt !== null, 'a number that was ended must have its end')
  return { number, isReplay: hadEnded }
}

function refuseNumber(): never {
  throw new Refusal('number_unknown', 'No standing number of your business in this mode has this id.')
}
