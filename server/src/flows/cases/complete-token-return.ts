import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import type { Resolution, ReturnToWallet } from '../../records/cases/resolution.ts'
import type { DecidedSell } from '../../records/cases/sell-decision-store.ts'
import {
  isOwnAddress,
  type ReturnableTokens,
  readReturnableTokens,
} from '../../records/cases/token-return-store.ts'
import { requireText } from './require-text.ts'
import type { WantedResolution } from './wanted-resolution.ts'

type TokenReturn = 'to_balance' | 'return_to_wallet'

export function isTokenReturn(action: unknown): action is TokenReturn {
  return action === 'to_balance' || action === 'return_to_wallet'
}

/** Fills in what goes back: all that the sell holds, or every deposit that the case is about; and where it goes. */
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
      'A list of sanctions holds this sell: its tokens are not given back. It is released, if it was somebody else, or it stays.',
    )
  }
  const tokens = await readReturnableTokens(sql, { transactionId: sell.id, kind: file.kind })
  if (tokens === undefined) throw new Refusal('resolution_invalid', 'This case is about no sell.')
  const what = whatGoesBack(file, sell, tokens)
  if (action === 'to_balance') {
    if (tokens.mayHoldBalance) return { action, ...what }
    throw new Refusal(
      'resolution_invalid',
      'This business may hold no balance: --return-to-wallet sends its tokens to a wallet that it has confirmed.',
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
    'No tokens of this case wait any more: look at it with "npx afara ops show".',
  )
}

async function requireWallet(
  sql: Sql,
  { network, address, confirmed }: WantedResolution,
): Promise<Pick<ReturnToWallet, 'network' | 'address' | 'confirmed'>> {
  if (typeof network !== 'string' || typeof address !== 'string') {
    throw new Refusal('wallet_incomplete', 'A wallet is an address on a network: say both.')
  }
  const how = requireText(
    confirmed,
    'Say with --evidence how the business has confirmed this wallet: tokens that left do not come back.',
  )
  if (await isOwnAddress(sql, address)) {
    throw new Refusal(
      'wallet_address_forbidden',
      'This address is our own: tokens sent there would go nowhere.',
    )
  }
  return { network, address, confirmed: how }
}
