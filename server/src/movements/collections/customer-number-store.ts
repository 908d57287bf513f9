import pg from 'pg'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { toWallet } from '../../records/transactions/wallets/wallet.ts'
import type { StandingAnswer, StandingRequest } from './collection-rail.ts'

/** A standing number of one customer of a business, before a request for it is sent. */
export type NewCustomerNumber = Readonly<{
  id: string
  businessId: string
  mode: Mode
  /** The business names its customer by it. */
  reference: string
  /** Digest of the request. */
  meaning: Buffer
  customerName: string
  identity: StandingRequest['identity']
  /** Null: the tokens go to the balance of the business. */
  wallet: Wallet | null
  /** The account that its buys name. */
  vendorAccountId: string
}>

/** `closed`: two operators have not approved the business for such numbers. */
type Opened = Readonly<{ id: string; isReplay: boolean; isSame: boolean }> | 'closed'

const NOT_APPROVED = 'AF592'

/** What an identity reference is bound to, so that it cannot be moved to another customer. */
const rowOf = (id: string): string => `customer_number:${id}`

/** Opens a number, or finds the one with the same reference. The identity reference is stored encrypted. */
export async function openCustomerNumber(
  sql: Sql,
  keys: Keyring,
  number: NewCustomerNumber,
  at: Date,
): Promise<Opened> {
  const { identity, wallet } = number
  try {
    const { rows } = await sql.query<{ id: string; is_replay: boolean; is_same: boolean }>(
      'select id, is_replay, is_same from open_customer_number($1, $2)',
      [
        JSON.stringify({
          id: number.id,
          business_id: number.businessId,
          mode: number.mode,
          reference: number.reference,
          meaning: `\\x${number.meaning.toString('hex')}`,
          customer_name: number.customerName,
          identity_type: identity.type,
          identity_reference: keys.sealText(rowOf(number.id), identity.reference),
          network: wallet?.network,
          wallet_address: wallet?.address,
          vendor_account_id: number.vendorAccountId,
        }),
        at,
      ],
    )
    const [row] = rows
    if (row === undefined) throw new Error('open_customer_number returned no row')
    return { id: row.id, isReplay: row.is_replay, isSame: row.is_same }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_APPROVED) return 'closed'
    throw error
  }
}

/** What to do for a standing number, as for a number of one payment. */
export type StandingStep =
  | Readonly<{ outcome: 'ask'; id: string; vendor: string; request: Omit<StandingRequest, 'reference'> }>
  | Readonly<{ outcome: 'given' | 'busy' | 'none' | 'closed' }>

type Wanted = Readonly<{
  id: string
  customerNumberId: string
  vendors: readonly string[]
  /** Those of them that return the same number for the same reference. */
  repeatable: readonly string[]
  at: Date
  patienceMs: number
}>

/** Chooses the next vendor and commits the request for a standing number, before it is sent. One caller at a time may ask. */
export async function askForCustomerNumber(sql: Sql, keys: Keyring, wanted: Wanted): Promise<StandingStep> {
  const { rows } = await sql.query<{
    outcome: StandingStep['outcome']
    id: string
    vendor: string
    name: string
    identity_type: StandingRequest['identity']['type']
    identity_reference: string
  }>(
    `select outcome, id, vendor, name, identity_type, identity_reference
     from ask_for_customer_number($1, $2, $3, $4, $5, make_interval(secs => $6 / 1000.0))`,
    [wanted.id, wanted.customerNumberId, wanted.vendors, wanted.repeatable, wanted.at, wanted.patienceMs],
  )
  const [row] = rows
  if (row === undefined) return { outcome: 'closed' }
  const { outcome, id, vendor, name } = row
  if (outcome !== 'ask') return { outcome }
  const reference = keys.openText(rowOf(wanted.customerNumberId), row.identity_reference)
  const identity = { type: row.identity_type, reference }
  return { outcome, id, vendor, request: { name, identity } }
}

/** Stores a vendor's answer. Returns whether the customer has a number now. */
export async function noteStandingNumber(
  sql: Sql,
  { id, answer, at }: Readonly<{ id: string; answer: StandingAnswer; at: Date }>,
): Promise<boolean> {
  const noted =
    answer.kind === 'given'
      ? {
          state: answer.kind,
          number: answer.number,
          bank_name: answer.bankName,
          account_name: answer.accountName,
          // It does not expire. Its end is a row of its own.
          valid_until: 'infinity',
        }
      : { state: answer.kind, problem: answer.why }
  const { rows } = await sql.query<{ shown: boolean }>('select note_number($1, $2, false, $3) as shown', [
    id,
    JSON.stringify(noted),
    at,
  ])
  return rows[0]?.shown === true
}

/** A standing number as its business sees it. */
export type CustomerNumber = Readonly<{
  id: string
  reference: string
  customerName: string
  identityType: 'bvn' | 'nin'
  identityReference: string
  wallet: Wallet | null
  /** Null while no vendor has given a number. */
  number: string | null
  bankName: string | null
  accountName: string | null
  createdAt: Date
  endedAt: Date | null
}>

type Row = Omit<CustomerNumber, 'wallet'> & { network: string | null; walletAddress: string | null }

/** Returns standing numbers of the tenant, newest first: one, or those before an id. */
export async function selectCustomerNumbers(
  sql: Sql,
  keys: Keyring,
  { id, before, most }: Readonly<{ id?: string; before?: string | undefined; most: number }>,
): Promise<readonly CustomerNumber[]> {
  const { rows } = await sql.query<Row>(
    `select c.id, c.reference, c.customer_name as "customerName", c.identity_type as "identityType",
       c.identity_reference as "identityReference", c.network, c.wallet_address as "walletAddress", n.number,
       n.bank_name as "bankName", n.account_name as "accountName", c.created_at as "createdAt", e.ended_at as "endedAt"
     from customer_number c
     left join collection_number n on n.customer_number_id = c.id and n.is_shown
     left join customer_number_end e on e.customer_number_id = c.id
     where ($1::uuid is null or c.id = $1) and ($2::uuid is null or c.id < $2) order by c.id desc limit $3`,
    [id ?? null, before ?? null, most],
  )
  return rows.map(({ network, walletAddress, ...row }) => ({
    ...row,
    identityReference: keys.openText(rowOf(row.id), row.identityReference),
    wallet: toWallet(network, walletAddress),
  }))
}

/** Ends a standing number of the tenant. Returns whether it had already ended. Undefined if the tenant has no such number. */
export async function endCustomerNumber(sql: Sql, id: string, at: Date): Promise<boolean | undefined> {
  const { rows } = await sql.query<{ had_ended: boolean }>(
    'select had_ended from end_customer_number($1, $2)',
    [id, at],
  )
  return rows[0]?.had_ended
}

/** A payment to a standing number that is no buy yet, with what its buy needs. */
export type CustomerPayment = Readonly<{
  lineId: string
  businessId: string
  mode: Mode
  amountMinor: bigint
  /** The name of its buy, made of the bank's names of the payment. */
  reference: string
  /** False: the number had ended, or the business is no longer approved. */
  isOpen: boolean
  customerNumberId: string
  /** How the business names the customer. */
  customer: string
  wallet: Wallet | null
  vendorAccountId: string
  feePlan: Readonly<{ flatMinor: bigint; bps: number; capMinor: bigint | null }>
}>

/** Returns the payments to standing numbers that arrived on a pool and are no buy yet, oldest first. */
export async function selectCustomerPayments(
  sql: Sql,
  accountId: string,
  at: Date,
  most: number,
): Promise<readonly CustomerPayment[]> {
  const { rows } = await sql.query<{
    line_id: string
    customer_number_id: string
    business_id: string
    mode: Mode
    left_minor: string
    reference: string
    is_open: boolean
    customer: string
    network: string | null
    wallet_address: string | null
    vendor_account_id: string
    fee_flat_minor: string
    fee_bps: number
    fee_cap_minor: string | null
    daily_limit_minor: string | null
  }>({
    name: 'customer_payments',
    text: 'select * from customer_payments($1, $2, $3)',
    values: [accountId, at, most],
  })
  return rows.map((row) => ({
    lineId: row.line_id,
    businessId: row.business_id,
    mode: row.mode,
    amountMinor: BigInt(row.left_minor),
    reference: row.reference,
    isOpen: row.is_open,
    customerNumberId: row.customer_number_id,
    customer: row.customer,
    wallet: toWallet(row.network, row.wallet_address),
    vendorAccountId: row.vendor_account_id,
    feePlan: {
      flatMinor: BigInt(row.fee_flat_minor),
      bps: row.fee_bps,
      capMinor: row.fee_cap_minor === null ? null : BigInt(row.fee_cap_minor),
    },
  }))
}

/** Opens the buy of a payment. Returns false if it has one, or if the name of the buy is taken. `request` is a row of acceptBuys. */
export async function openCustomerBuy(sql: Sql, lineId: string, request: object, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ opened: boolean }>('select open_customer_buy($1, $2, $3) as opened', [
    lineId,
    JSON.stringify(request),
    at,
  ])
  return rows[0]?.opened === true
}

/** A request that may have given a number to a customer. */
type RequestToClose = Readonly<{ mode: Mode; vendor: string; reference: string }>

/** Returns the requests for a standing number that has ended. */
export async function selectRequestsToClose(sql: Sql, customerNumberId: string): Promise<RequestToClose[]> {
  const { rows } = await sql.query<RequestToClose>(
    `select n.mode, n.vendor, replace(n.id::text, '-', '') as reference
     from collection_number n join customer_number_end e on e.customer_number_id = n.customer_number_id
     where n.customer_number_id = $1 and n.state <> 'refused' order by n.asked_at, n.id`,
    [customerNumberId],
  )
  return rows
}
