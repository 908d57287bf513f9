import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import type { DecidedSell } from '../../records/cases/sell-decision-store.ts'

/** From which statuses each decision leads on. The machine has the last word, when it is carried out. */
const possibleFrom = {
  accept_short: ['part_deposited'],
  return_all: ['part_deposited', 'action_required', 'payout_failed', 'returned'],
  reject: ['on_hold'],
  release: ['on_hold'],
  // Completed: the bank says that it has paid, and its own ledger shows the naira as back.
  was_paid: ['paying_out', 'completed'],
  not_paid: ['paying_out', 'completed'],
  fix: ['action_required'],
} as const satisfies Partial<Record<Resolution['action'], readonly string[]>>

type SellDecision = keyof typeof possibleFrom

export function isSellDecision(action: unknown): action is SellDecision {
  return typeof action === 'string' && Object.hasOwn(possibleFrom, action)
}

/** Fills in what follows from the sell: the amount and the account that are let go, or the name that the bank has. */
export function completeSellDecision(file: CaseFile, sell: DecidedSell, action: SellDecision): Resolution {
  requirePossible(file, action)
  const from: readonly string[] = possibleFrom[action]
  if (!from.includes(sell.status)) {
    throw new Refusal(
      'resolution_invalid',
      `${formatId('transaction', sell.id)} is ${sell.status}: this is decided while a sell is ${from.join(' or ')}.`,
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

/** That the name of the bank is right can be said only of a name that the bank has given. */
function completeFix({ kind }: CaseFile, bankSays: string | null): Resolution {
  if (kind !== 'name_differs') return { action: 'fix' }
  return { action: 'fix', account_name: requireName(bankSays) }
}

function requireName(bankSays: string | null): string {
  if (bankSays !== null) return bankSays
  throw new Refusal(
    'resolution_invalid',
    'The bank has no such account: the tokens go back with --return-all or --reject.',
  )
}

function requireFree({ isHeldBySanctions }: DecidedSell): void {
  if (!isHeldBySanctions) return
  throw new Refusal(
    'resolution_invalid',
    'A list of sanctions holds this sell: its tokens are not given back. It is released, if it was somebody else, or it stays.',
  )
}
