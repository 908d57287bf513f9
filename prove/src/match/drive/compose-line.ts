import { assert } from '@afara/server/kernel/refusal.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import { bankName } from '../world/person.ts'
import type { Credit } from '../world/world.ts'
import { accountNumberOf } from './set-stage.ts'
import { dateOf, type Stage } from './stage.ts'

const LAGOS_MS = 60 * 60 * 1000

/** Returns a credit as its feed reports it. */
export function composeFeedLine(stage: Stage, credit: Credit): BankLine {
  const { grossMinor, settledMinor } = amountsOf(stage, credit)
  const { payer, shows } = credit
  const digits = payer?.accountNumber ?? ''
  const isShown = payer !== null && shows !== 'blank'
  return {
    ...commonWords(stage, credit),
    externalId: `credit-${credit.index}`,
    grossMinor,
    settledMinor,
    ...paidTo(stage, credit),
    ...(credit.hasSession && { sessionId: sessionOf(credit) }),
    payer: {
      ...(isShown && shows === 'number' && { accountNumber: digits }),
      ...(isShown && shows === 'mask' && { accountMask: digits.slice(-credit.maskDigits).padStart(10, '*') }),
      ...(isShown && { name: bankName(payer) }),
      ...(isShown && credit.showsBank && { bankCode: payer.bank.key, bankName: payer.bank.name }),
    },
  }
}

/** Returns the number for one payment that the credit was paid to. */
function paidTo({ world }: Stage, { expected }: Credit): Pick<BankLine, 'paidTo'> {
  const { number = null } = expected === null ? {} : (world.claims[expected] ?? {})
  return number === null ? {} : { paidTo: number }
}

/** Returns a credit as a statement prints it: the settled amount, the name inside the narration, and rarely a session id. */
export function composeStatementLine(stage: Stage, credit: Credit): BankLine {
  const { settledMinor } = amountsOf(stage, credit)
  const isNamed = credit.payer !== null && credit.shows !== 'blank'
  return {
    ...commonWords(stage, credit),
    externalId: `statement-${credit.index}`,
    grossMinor: settledMinor,
    settledMinor,
    ...(credit.hasSession && credit.index % 2 === 0 && { sessionId: sessionOf(credit) }),
    payer: isNamed && credit.payer !== null ? { name: bankName(credit.payer) } : {},
  }
}

/** Returns the debit with which a feed reports that a credit was taken back. */
export function composeTakeBack(
  stage: Stage,
  credit: Credit,
  kind: 'reversal' | 'recall',
  at: number,
): BankLine {
  const { settledMinor } = amountsOf(stage, credit)
  return {
    ...commonWords(stage, credit),
    externalId: `credit-${credit.index}:reversed`,
    undoesExternalId: `credit-${credit.index}`,
    direction: 'debit',
    kind,
    grossMinor: settledMinor,
    settledMinor,
    bookedAt: dateOf(at),
    valueDate: lagosDay(at),
    payer: {},
    narration: 'RVSL',
  }
}

/** Returns the paid amount and the amount that reached the account. */
export function amountsOf(stage: Stage, credit: Credit): { grossMinor: bigint; settledMinor: bigint } {
  const asked = credit.expected === null ? 0n : stage.asked.get(credit.expected)?.amountMinor
  assert(asked !== undefined, `credit ${credit.index} pays an expected payment that is not issued yet`)
  const grossMinor = asked + credit.amountMinor
  return { grossMinor, settledMinor: grossMinor - credit.feeMinor }
}

function commonWords(stage: Stage, credit: Credit) {
  return {
    accountNumber: accountNumberOf(credit.account),
    direction: 'credit',
    kind: credit.kind,
    bookedAt: dateOf(credit.at),
    valueDate: lagosDay(credit.at),
    narration: narrationOf(stage, credit),
    raw: { credit: credit.index },
  } as const
}

function narrationOf(stage: Stage, { payer, shows, hasCode, expected }: Credit): string {
  if (payer === null || shows === 'blank') return 'FROM 701/null/TRF'
  const code = hasCode && expected !== null ? (stage.asked.get(expected)?.code ?? '') : 'transfer'
  return `NIP/${payer.bank.name}/${bankName(payer)}/${code}`
}

function sessionOf({ index, payer }: Credit): string {
  return (payer?.bank.key ?? '000000') + index.toString().padStart(24, '0')
}

function lagosDay(at: number): string {
  return new Date(dateOf(at).getTime() + LAGOS_MS).toISOString().slice(0, 10)
}
