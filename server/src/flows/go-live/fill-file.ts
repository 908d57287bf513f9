import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import {
  type FilledItems,
  type GoLiveRecord,
  incompleteItems,
  itemNames,
  openFile,
  sealItems,
} from '../../records/businesses/go-live/go-live-file.ts'
import {
  type GoLiveManager,
  insertEnquiry,
  insertSubmission,
  readGoLive,
  saveItems,
  saveProvedAccount,
} from '../../records/businesses/go-live/go-live-store.ts'

// What a member does with the go-live file of their business. PostgreSQL refuses a person who may not, and a file that is not complete.

type Deps = Readonly<{ pool: Pool; memberPool: Pool; clock: Clock; businessKeys: Keyring }>

const NAME_ENQUIRY_TIMEOUT_MS = 8_000

export async function readFile(
  { memberPool, businessKeys }: Deps,
  businessId: string,
): Promise<GoLiveRecord> {
  const tenant = { businessId, mode: 'live' } as const
  const record = await asTenant(memberPool, tenant, async (sql) => readGoLive(sql, businessId))
  return { ...record, file: openFile(businessKeys, businessId, record.file) }
}

/** Stores the given items and keeps the others. */
export async function fillItems(deps: Deps, by: GoLiveManager, items: FilledItems): Promise<GoLiveRecord> {
  const sealed = sealItems(deps.businessKeys, by.businessId, items)
  await refusing(async () => saveItems(deps.pool, by, sealed, deps.clock.now()))
  return readFile(deps, by.businessId)
}

/** Asks the bank who owns an account, and stores the account with the answer. The question is recorded before it is asked. */
export async function proveAccount(
  deps: Deps & Readonly<{ names: NameEnquiry }>,
  by: GoLiveManager,
  account: Readonly<{ bank: string; accountNumber: string }>,
): Promise<GoLiveRecord> {
  const { pool, clock } = deps
  const bank = requireBank(account.bank)
  const asked = { bankCode: bank.key, accountNumber: account.accountNumber }
  const id = newId()
  if (!(await refusing(async () => insertEnquiry(pool, id, by, asked, clock.now())))) {
    throw new Refusal('rate_limited', 'You asked about ten accounts today. Try again tomorrow.')
  }
  const answer = await askWithin(deps.names, { ...asked, mode: 'live' }, NAME_ENQUIRY_TIMEOUT_MS)
  if (answer === undefined) {
    throw new Refusal('unavailable', `${bank.name} did not answer. Try again in a minute.`)
  }
  if (answer.outcome === 'not_found') {
    throw new Refusal(
      'account_unknown',
      `${bank.name} has no account ${account.accountNumber}. Check the bank and the number.`,
    )
  }
  const named = { bankName: bank.name, accountName: answer.accountName }
  await refusing(async () => saveProvedAccount(pool, id, named, clock.now()))
  return readFile(deps, by.businessId)
}

/** Submits the file as its next version. */
export async function submitFile(deps: Deps, by: GoLiveManager): Promise<GoLiveRecord> {
  const missing = incompleteItems(await readFile(deps, by.businessId))
  if (missing.length > 0) {
    const names = missing.map((item) => itemNames[item]).join(', ')
    throw new Refusal('go_live_incomplete', `Complete these items first: ${names}.`, { detail: { missing } })
  }
  await refusing(async () => insertSubmission(deps.pool, by, deps.clock.now()))
  return readFile(deps, by.businessId)
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code === 'AF447') throw new Refusal('already_live', 'The business is live already.', { cause: error })
    if (code === 'AF488') {
      throw new Refusal(
        'email_unconfirmed',
        'Every owner must confirm their email address first. Open the link in the mail.',
        { cause: error },
      )
    }
    if (code === 'AF494') throw new Refusal('role_missing', `${message}.`, { cause: error })
    if (code === 'AF495') throw new Refusal('go_live_incomplete', `${message}.`, { cause: error })
    throw error
  }
}
