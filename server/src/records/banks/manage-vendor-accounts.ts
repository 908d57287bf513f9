import { formatId, newId, parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/business-store.ts'
import { requireActor, requireApprover } from '../operators/operator-store.ts'
import { checkDigitFits } from './nuban.ts'
import { requireBank } from './resolve-bank.ts'
import {
  type AccountFeed,
  parseAccountNumber,
  testBank,
  type VendorAccount,
  type VendorAccountState,
} from './vendor-account.ts'
import {
  insertVendorAccount,
  lockVendorAccount,
  selectEdgesFrom,
  updateVendorAccountFeed,
  updateVendorAccountState,
} from './vendor-account-store.ts'

type OpenedAccount = Readonly<{ account: VendorAccount; warning: string | undefined }>

/**
 * Opens one of our accounts for payments of buyers. A wrong number would send their money to a stranger, so two operators are needed. Test
 * mode has the same rule, so that it behaves like live mode.
 */
export async function openVendorAccount(
  pool: Pool,
  input: {
    mode: Mode
    name: string
    accountNumber: string
    /** A name or code of a bank. Omitted for a test account, which is always at the test bank. */
    bank?: string | undefined
    /** The only business that sees the account, by id or link tag. */
    business?: string | undefined
    /** The vendor whose feed reports the account's lines. Without a feed, lines come from statements only. */
    feed?: AccountFeed | null | undefined
    /** Receives only what is paid to numbers of their own. Nobody is shown the account itself. */
    isPool?: boolean | undefined
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<OpenedAccount> {
  const place = readPlace(input)
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const approvedBy = await requireApprover(sql, { actor, approver: input.approver })
    const business = input.business === undefined ? undefined : await requireBusiness(sql, input.business)
    const { warning, ...fields } = place
    const account = { ...fields, id: newId(), mode: input.mode, businessId: business?.id ?? null }
    const feed = input.feed ?? null
    if (!(await insertVendorAccount(sql, { ...account, feed, isPool: input.isPool ?? false }))) {
      throw new Refusal(
        'vendor_account_exists',
        `We already have account ${account.accountNumber} at ${account.bankName}.`,
      )
    }
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'vendor_account.opened',
      subject: formatId('vendorAccount', account.id),
      reason: input.reason,
      details: {
        ...fields,
        feed,
        is_pool: input.isPool,
        mode: input.mode,
        business: business && formatId('business', business.id),
      },
    })
    return { account: { ...account, state: 'active' }, warning }
  })
}

/** Checks the name, number and bank of an account to open. */
export function readPlace(input: {
  mode: Mode
  name: string
  accountNumber: string
  bank?: string | undefined
}) {
  const name = parseName(input.name)
  const accountNumber = parseAccountNumber(input.accountNumber)
  if (input.mode === 'test') {
    if (!name.startsWith('TEST ')) {
      throw new Refusal(
        'test_account_unnamed',
        'The name of a test account must start with "TEST ", so that nobody pays into it.',
      )
    }
    return { name, accountNumber, bankCode: testBank.key, bankName: testBank.name, warning: undefined }
  }
  if (input.bank === undefined) {
    throw new Refusal('bank_required', 'A live account needs a bank. Pass its name or code.')
  }
  const bank = requireBank(input.bank)
  const warning =
    checkDigitFits(bank, accountNumber) === false
      ? `The check digit of ${accountNumber} is wrong for ${bank.name}. Check the number with the bank.`
      : undefined
  return { name, accountNumber, bankCode: bank.key, bankName: bank.name, warning }
}

/** Changes the state of an account. One operator may freeze an account at once; every other change needs two. In live mode they sign it. */
export async function moveVendorAccount(
  pool: Pool,
  input: {
    accountId: string
    to: VendorAccountState
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<VendorAccount> {
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const account = await requireVendorAccount(sql, input.accountId)
    const edges = await selectEdgesFrom(sql, account.state)
    const edge = edges.find(({ to }) => to === input.to)
    if (edge === undefined) {
      const open = edges.map(({ to }) => to).join(', ')
      throw new Refusal(
        'vendor_account_move_refused',
        `The account is ${account.state} and cannot change to ${input.to}. It can change to: ${open === '' ? 'nothing else' : open}.`,
      )
    }
    if (edge.needsApproval) refuseLive(account, `account move ${input.accountId} --to ${input.to} …`)
    const approvedBy = edge.needsApproval
      ? await requireApprover(sql, { actor, approver: input.approver })
      : undefined
    await updateVendorAccountState(sql, account.id, input.to)
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'vendor_account.moved',
      subject: formatId('vendorAccount', account.id),
      reason: input.reason,
      details: { from: account.state, to: input.to },
    })
    return { ...account, state: input.to }
  })
}

/** Changes the feed of a test account. A feed can create money in its account, so two operators are needed. */
export async function setAccountFeed(
  pool: Pool,
  input: {
    accountId: string
    feed: AccountFeed | null
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const account = await requireVendorAccount(sql, input.accountId)
    refuseLive(account, `account feed ${input.accountId} --feed ${input.feed ?? 'none'} …`)
    const approvedBy = await requireApprover(sql, { actor, approver: input.approver })
    const before = await updateVendorAccountFeed(sql, account.id, input.feed)
    if (before === undefined) return
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'vendor_account.feed_set',
      subject: formatId('vendorAccount', account.id),
      reason: input.reason,
      details: { from: before, to: input.feed },
    })
  })
}

/** In live mode two operators sign a decision. A command of one person that names a colleague is not enough. */
function refuseLive({ mode }: VendorAccount, command: string): void {
  if (mode === 'test') return
  throw new Refusal(
    'approval_required',
    `Two operators decide this in live mode. Propose it with "npx afara ops ${command}".`,
  )
}

/** Finds an account by its id and locks it until the caller's transaction ends. */
async function requireVendorAccount(sql: Sql, accountId: string): Promise<VendorAccount> {
  const id = parseId('vendorAccount', accountId)
  const account = id === undefined ? undefined : await lockVendorAccount(sql, id)
  if (account !== undefined) return account
  throw new Refusal(
    'vendor_account_unknown',
    `No vendor account is called "${accountId}". Pass its id (vac_…).`,
  )
}
