import { formatId } from '../../../kernel/ids/ids.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AllocationLine, CreditStory } from '../../../records/cases/stories/credit-story-store.ts'
import { formatNaira } from '../amounts.ts'
import { returnStateWords } from '../payouts/return-state-words.ts'
import { formatMoment, wrapText } from '../terminal-text.ts'

/** Describes a bank line in plain words: what it is, who paid, how we know, where the money is now. */
export function formatCredit(story: CreditStory): string[] {
  const { account, payer, fund } = story
  const isCredit = story.direction === 'credit'
  return [
    `${isCredit ? 'Credit' : 'Debit'} ${formatId('credit', story.id)}`,
    ...formatFact('amount', describeAmount(story)),
    ...formatFact(
      'booked',
      `${formatMoment(story.bookedAt)} (Lagos time), value date ${story.valueDate}, ${story.mode}, ${story.kind}`,
    ),
    ...formatFact(
      'account',
      `${formatId('vendorAccount', account.id)} ${account.number}, ${account.state}, ` +
        (account.businessName === null ? 'shared by all businesses' : `dedicated to ${account.businessName}`),
    ),
    ...(isCredit ? formatFact('payer', describePayer(payer)) : []),
    ...formatFact('narration', story.narration === '' ? 'none' : `"${story.narration}"`),
    ...formatFact('session', story.sessionId ?? 'not known yet; a statement may show it'),
    ...story.sightings.flatMap(({ source, externalId, seenAt, contradicts }) =>
      formatFact(
        'seen',
        `${formatMoment(seenAt)}  by ${source} as ${externalId}${contradicts ? '; names another payer, ignored' : ''}`,
      ),
    ),
    ...(story.undoes === null ? [] : formatFact('undoes', formatId('credit', story.undoes))),
    ...story.allocations.flatMap((line) => formatFact('allocated', describeAllocation(line, 'to'))),
    ...story.returns.flatMap(({ amountMinor, accountNumber, bank, decidedAt, state }) =>
      formatFact(
        'return',
        `${formatMoment(decidedAt)}  ${formatNaira(amountMinor)} to ${accountNumber}, ${describeBank(bank)}; ${returnStateWords[state]}`,
      ),
    ),
    ...(isCredit ? formatFact('left', describeRemainder(story, fund)) : []),
  ]
}

export function formatFact(name: string, words: string): string[] {
  const [first = '', ...more] = wrapText(words, '            ')
  return [`  ${name.padEnd(10)}${first.trimStart()}`, ...more]
}

/** Describes one allocation, seen from its credit (`to` a buy) or from its buy (`from` a credit). */
export function describeAllocation(line: AllocationLine, side: 'to' | 'from'): string {
  const other = side === 'to' ? formatId('transaction', line.transactionId) : formatId('credit', line.lineId)
  const decided =
    line.decidedBy === 'matching' ? 'automatically' : `by operators in ${formatId('case', line.decidedBy)}`
  return (
    `${formatMoment(line.at)}  ${formatNaira(line.amountMinor)} ${side} ${other}, ${decided} (${line.evidence}, ${line.ground})` +
    (line.stands ? '' : '; recalled since')
  )
}

function describeAmount({ grossMinor, settledMinor }: CreditStory): string {
  const kept = grossMinor - settledMinor
  return kept === 0n
    ? formatNaira(grossMinor)
    : `${formatNaira(grossMinor)}, of which ${formatNaira(settledMinor)} was settled and ${formatNaira(kept)} is the bank's fee`
}

function describePayer({ number, mask, name, bank }: CreditStory['payer']): string {
  const account = number ?? (mask === null ? 'account not shown' : `account shown as ${mask}`)
  return `${account}, ${name ?? 'no name'}, ${describeBank(bank)}`
}

/** Returns the name that the bank gave, or our name for its code. */
function describeBank(bank: string | null): string {
  return bank === null ? 'bank not shown' : (nigerianBanks.byKey(bank)?.name ?? bank)
}

function describeRemainder({ grossMinor }: CreditStory, fund: CreditStory['fund']): string {
  if (fund === null) return `nothing of ${formatNaira(grossMinor)}`
  const blocked =
    fund.blockedBy === null ? 'available for matching' : `blocked by ${formatId('case', fund.blockedBy)}`
  return `${formatNaira(fund.leftMinor)} of ${formatNaira(grossMinor)}, in suspense, ${blocked}`
}
