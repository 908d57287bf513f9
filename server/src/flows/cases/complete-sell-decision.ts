import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import {
  type DecidedSell,
  isOwnAddress,
  type ReturnableTokens,
  readReturnableTokens,
} from '../../records/cases/decision-facts-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import type { Resolution, ReturnToWallet } from '../../records/cases/resolution.ts'
import { requireText, type WantedResolution } from './wanted-resolution.ts'

/** Statuses in which each decision is allowed. The state machine checks again when the decision is carried out. */
const possibleFrom = {
  accept_short: ['part_deposited'],
  return_all: ['part_deposited', 'action_required', 'payout_failed', 'returned'],
  reject: ['on_hold'],
  release: ['on_hold'],
  // `completed` is here because a bank may say that it paid while its own ledger shows the naira as returned.
  was_paid: ['paying_out', 'completed'],
  not_paid: ['paying_out', 'completed'],
  fix: ['action_required'],
} as const satisfies Partial<Record<Resolution['action'], readonly string[]>>

type SellDecision = keyof typeof possibleFrom

export function isSellDecision(action: unknown): action is SellDecision {
  return typeof action === 'string' && Object.hasOwn(possibleFrom, action)
}

/** Fills in the fields that follow from the sell: the released amount and account, or the bank's name for the account. */
export function completeSellDecision(file: CaseFile, sell: DecidedSell, action: SellDecision): Resolution {
  requirePossible(file, action)
  const from: readonly string[] = possibleFrom[action]
  if (!from.includes(sell.status)) {
    throw new Refusal(
      'resolution_invalid',
      `${formatId('transaction', sell.id)} is ${sell.status}. This decision is allowed only while a sell is ${from.join(' or ')}.`,
    )
  }
  const { heldMinor, bankCode, accountNumber, bankSays } = sell
  switch (action) {
    case 'release':
      return {
        action,
        amount_minor: heldMinor.toString(),
        bank_code: bankCode,
        account_number: accountNumber,
        account_name: requireName(bankSays),
      }
    case 'fix':
      return completeFix(file, bankSays)
    case 'reject':
    case 'return_all':
      requireFree(sell)
      return { action }
    default:
      return { action }
  }
}

/** Completes the decision `fix`. The bank's name for the account can be confirmed only if the bank has given a name. */
function completeFix({ kind }: CaseFile, bankSays: string | null): Resolution {
  if (kind !== 'name_differs') return { action: 'fix' }
  return { action: 'fix', account_name: requireName(bankSays) }
}

function requireName(bankSays: string | null): string {
  if (bankSays !== null) return bankSays
  throw new Refusal(
    'resolution_invalid',
    'The bank has no account with this number. Return the tokens with --return-all or --reject.',
  )
}

function requireFree({ isHeldBySanctions }: DecidedSell): void {
  if (!isHeldBySanctions) return
  throw new Refusal(
    'resolution_invalid',
    'This sell matches a sanctions list, so its tokens cannot be returned. Release it if this is a false match. Otherwise freeze and report it.',
  )
}

type TokenReturn = 'to_balance' | 'return_to_wallet'

export function isTokenReturn(action: unknown): action is TokenReturn {
  return action === 'to_balance' || action === 'return_to_wallet'
}

/** Fills in the returned tokens (all that the sell holds, or every deposit of the case) and their destination. */
export async function completeTokenReturn(
  sql: Sql,
  file: CaseFile,
  sell: DecidedSell,
  wanted: WantedResolution,
): Promise<Resolution> {
  const action: TokenReturn = wanted.action === 'to_balance' ? 'to_balance' : 'return_to_wallet'
  requirePossible(file, action)
  if (sell.isHeldBySanctions) {
    throw new Refusal(
      'resolution_invalid',
      'This sell matches a sanctions list, so its tokens cannot be returned. Release it if this is a false match. Otherwise freeze and report it.',
    )
  }
  const tokens = await readReturnableTokens(sql, { transactionId: sell.id, kind: file.kind })
  if (tokens === undefined) throw new Refusal('resolution_invalid', 'This case is not about a sell.')
  const what = whatGoesBack(file, sell, tokens)
  if (action === 'to_balance') {
    if (tokens.mayHoldBalance) return { action, ...what }
    throw new Refusal(
      'resolution_invalid',
      'This business cannot hold a balance. Use --return-to-wallet with a wallet that it confirmed.',
    )
  }
  return { action, ...what, ...(await requireWallet(sql, wanted)) }
}

function whatGoesBack({ kind }: CaseFile, sell: DecidedSell, { deposits }: ReturnableTokens) {
  if (kind === 'refund_choice') return { amount_minor: sell.heldMinor.toString() }
  const sum = deposits.reduce((total, { amount_minor: minor }) => total + BigInt(minor), 0n)
  if (sum > 0n) return { amount_minor: sum.toString(), deposits }
  throw new Refusal(
    'resolution_invalid',
    'This case has no tokens left to return. Check it with "npx afara ops show".',
  )
}

async function requireWallet(
  sql: Sql,
  { network, address, confirmed }: WantedResolution,
): Promise<Pick<ReturnToWallet, 'network' | 'address' | 'confirmed'>> {
  if (typeof network !== 'string' || typeof address !== 'string') {
    throw new Refusal('wallet_incomplete', 'Pass both the network and the address of the wallet.')
  }
  const how = requireText(
    confirmed,
    'Pass --evidence with the proof that the business confirmed this wallet. Tokens sent to a wrong wallet cannot be recovered.',
  )
  if (await isOwnAddress(sql, address)) {
    throw new Refusal(
      'wallet_address_forbidden',
      'This is one of our own addresses. Use a wallet of the business.',
    )
  }
  return { network, address, confirmed: how }
}
