import { formatId } from '../../../kernel/ids/ids.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AllocationLine } from '../../../records/cases/allocation-story-store.ts'
import type { CreditStory } from '../../../records/cases/credit-story-store.ts'
import { printNaira } from '../naira.ts'
import { printMoment, wrap } from '../terminal-text.ts'

/** A line of a bank, in plain words: what it is, who paid, how we know, where the money is now. */
export function creditLines(story: CreditStory): string[] {
  const { account, payer, fund } = story
  const isCredit = story.direction === 'credit'
  return [
    `${isCredit ? 'Credit' : 'Debit'} ${formatId('credit', story.id)}`,
    ...fact('amount', amountWords(story)),
    ...fact(
      'booked',
      `${printMoment(story.bookedAt)} in Lagos, value ${story.valueDate}, ${story.mode}, ${story.kind}`,
    ),
    ...fact(
      'account',
      `${formatId('vendorAccount', account.id)} ${account.number}, ${account.state}, ` +
        (account.businessName === null ? 'shared by all' : `only for ${account.businessName}`),
    ),
    ...(isCredit ? fact('payer', payerWords(payer)) : []),
    ...fact('words', story.narration === '' ? 'none' : `"${story.narration}"`),
    ...fact('session', story.sessionId ?? 'not shown so far: a statement may have it'),
    ...story.sightings.flatMap(({ source, externalId, seenAt, contradicts }) =>
      fact(
        'seen',
        `${printMoment(seenAt)}  by ${source} as ${externalId}${contradicts ? '; names another payer, not believed' : ''}`,
      ),
    ),
    ...(story.undoes === null ? [] : fact('undoes', formatId('credit', story.undoes))),
    ...story.allocations.flatMap((line) => fact('given', allocationWords(line, 'to'))),
    ...story.returns.flatMap(({ amountMinor, accountNumber, bank, decidedAt }) =>
      fact(
        'return',
        `${printMoment(decidedAt)}  ${printNaira(amountMinor)} to ${accountNumber}, ${bankWords(bank)}; waits for its payment`,
      ),
    ),
    ...(isCredit ? fact('left', leftWords(story, fund)) : []),
  ]
}

export function fact(name: string, words: string): string[] {
  const [first = '', ...more] = wrap(words, '            ')
  return [`  ${name.padEnd(10)}${first.trimStart()}`, ...more]
}

/** One allocation, seen from its credit (`to` a buy) or from its buy (`from` a credit). */
export function allocationWords(line: AllocationLine, side: 'to' | 'from'): string {
  const other = side === 'to' ? formatId('transaction', line.transactionId) : formatId('credit', line.lineId)
  const decided =
    line.decidedBy === 'matching' ? 'by itself' : `by people in ${formatId('case', line.decidedBy)}`
  return (
    `${printMoment(line.at)}  ${printNaira(line.amountMinor)} ${side} ${other}, ${decided} (${line.evidence}, ${line.ground})` +
    (line.stands ? '' : '; taken back since')
  )
}

function amountWords({ grossMinor, settledMinor }: CreditStory): string {
  const kept = grossMinor - settledMinor
  return kept === 0n
    ? printNaira(grossMinor)
    : `${printNaira(grossMinor)}, of which ${printNaira(settledMinor)} reached us and ${printNaira(kept)} is the bank's fee`
}

function payerWords({ number, mask, name, bank }: CreditStory['payer']): string {
  const account = number ?? (mask === null ? 'account not shown' : `account shown as ${mask}`)
  return `${account}, ${name ?? 'no name'}, ${bankWords(bank)}`
}

/** The bank's own words for it, or our name where it gave a code. */
function bankWords(bank: string | null): string {
  return bank === null ? 'bank not shown' : (nigerianBanks.byKey(bank)?.name ?? bank)
}

function leftWords({ grossMinor }: CreditStory, fund: CreditStory['fund']): string {
  if (fund === null) return `nothing of ${printNaira(grossMinor)}`
  const blocked =
    fund.blockedBy === null ? 'free for matching' : `blocked by ${formatId('case', fund.blockedBy)}`
  return `${printNaira(fund.leftMinor)} of ${printNaira(grossMinor)}, in suspense, ${blocked}`
}
