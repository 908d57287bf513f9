import type { CaseScreen, Choice } from './console-client.ts'
import { LISTED } from './stage.ts'

/** What an operator does with a case: a command, or nothing yet because the evidence or somebody else's time is outstanding. */
export type Decided =
  | Readonly<{ choice: Choice; options: readonly string[]; reason: string }>
  | Readonly<{ waitUntilMs: number }>
  | 'wait'

/** A business has two days to accept a late payment. Then the system returns it, if it can, and this long after it operators look. */
const LATE_PAYMENT_MS = (48 * 60 + 5) * 60_000

/**
 * Decides as a careful operator does: by what the page of the case shows, and never because something is suggested. `readTransaction`
 * opens the page of a transaction.
 */
export async function decideCase(
  screen: CaseScreen,
  readTransaction: (id: string) => Promise<string>,
  nowMs: number,
): Promise<Decided> {
  switch (screen.case.kind) {
    case 'third_party':
    case 'weak_evidence':
    case 'ambiguous':
    case 'contested':
    case 'ownership_unproved':
    case 'stale_credit':
    case 'unmatched':
      return decideCredit(screen, readTransaction)
    case 'duplicate':
    case 'overpaid':
      return back(screen, 'it was paid again or too much')
    case 'underpaid':
      return (
        choose(screen, 'return_part', 'the rest did not come') ??
        choose(screen, 'accept_short', 'it was paid for, and nobody knows where it came from') ??
        'wait'
      )
    case 'late_credit':
      return decideLate(screen, nowMs)
    case 'screening_hit':
      return decideHit(screen)
    case 'recall':
      return choose(screen, 'keep', 'the books have the debt, and the business is asked to pay it') ?? 'wait'
    // These end by themselves.
    default:
      return 'wait'
  }
}

/** Gives a credit to the buy that the payer names; without a name it goes back, or stays if nobody knows where it came from. */
async function decideCredit(
  screen: CaseScreen,
  readTransaction: (id: string) => Promise<string>,
): Promise<Decided> {
  const whose = /FOR ([A-Z ]+)$/.exec(screen.money.narration ?? '')?.[1]
  const named = screen.choices.filter(
    ({ action, fields, refusal }) => action === 'allocate' && fields.length === 0 && refusal === null,
  )
  const isExact = screen.evidence.for.some(({ text }) => text.startsWith('The amount is exactly'))
  if (whose !== undefined && isExact) {
    const fitting: Choice[] = []
    for (const choice of named) {
      // The words say which buy gets it, also those of a suggestion.
      const id = /txn_\w+/.exec(choice.says ?? '')?.[0]
      if (id !== undefined && (await readTransaction(id)).includes(whose)) fitting.push(choice)
    }
    // The suggestion and the same choice in words are one choice.
    const [first] = fitting
    if (first !== undefined && new Set(fitting.map(({ says }) => says)).size === 1)
      return { choice: first, options: [], reason: `the payer wrote that it is for ${whose}` }
  }
  return back(screen, 'nothing says whose payment it is')
}

function back(screen: CaseScreen, reason: string): Decided {
  return (
    choose(screen, 'return', reason) ?? choose(screen, 'keep', `${reason}, nor where it came from`) ?? 'wait'
  )
}

/** Returns a late payment that the business did not accept. If nobody knows where it came from, the business gets what was paid for. */
function decideLate(screen: CaseScreen, nowMs: number): Decided {
  const waitUntilMs = Date.parse(screen.case.opened_at) + LATE_PAYMENT_MS
  if (nowMs < waitUntilMs) return { waitUntilMs }
  return (
    choose(screen, 'return_part', 'the business did not accept it in two days') ??
    choose(screen, 'accept_late', 'it was paid for, and nobody knows where it came from') ??
    'wait'
  )
}

function decideHit(screen: CaseScreen): Decided {
  const isSame =
    JSON.stringify([screen.evidence, screen.money]).includes(`"${LISTED}"`) && screen.money.from === LISTED
  return isSame
    ? (choose(screen, 'freeze_and_report', 'it is the listed person', ['--evidence', 'NIGSAC report 1']) ??
        'wait')
    : (choose(screen, 'release', 'another person: the name lacks a part') ?? 'wait')
}

/** Returns a choice that the page offers, and that can be chosen now. */
function choose(
  screen: CaseScreen,
  action: string,
  reason: string,
  options: readonly string[] = [],
): Decided | undefined {
  const found = screen.choices.filter(
    (one) =>
      one.action === action &&
      one.refusal === null &&
      one.fields.every(({ option, is_optional: isOptional }) => isOptional || options.includes(option)),
  )
  const choice = found.find(({ is_suggested: isSuggested }) => !isSuggested) ?? found[0]
  return choice && { choice, options, reason }
}
