import { formatId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { PayoutTrace } from '../../records/transactions/timeline/timeline-facts-store.ts'
import { headOf, lastChangeOf, listed, type Paper, type PaperRow } from './paper.ts'
import { maskedAccount, printable, writtenDay, writtenMoment, writtenMoney } from './paper-text.ts'
import type { PaperFacts } from './read-paper-facts.ts'

/** Of a buy these wait for naira that somebody says was paid. */
const STATUSES_AWAITING_NAIRA = new Set(['pending_payment', 'part_paid', 'expired', 'cancelled'])

/** A letter to the bank that can find it: of a payment that did not reach us, or of one of ours that did not reach the beneficiary. */
export function writeTraceLetter(paper: PaperFacts): Paper {
  const { told, facts, payouts } = paper
  const { status } = headOf(told)
  const paid = payouts.findLast(({ moneyBackAt }) => moneyBackAt === null) ?? payouts.at(-1)
  const content =
    paid !== undefined
      ? aboutPayout(paper, paid)
      : told.type === 'buy' && STATUSES_AWAITING_NAIRA.has(status)
        ? aboutPayment(paper, told)
        : undefined
  if (content === undefined) {
    throw new Refusal(
      'trace_letter_not_possible',
      told.type === 'withdrawal'
        ? 'A withdrawal goes over a network and through no bank: its timeline has the hash to show.'
        : `This is ${status}, and there is no payment that a bank could be asked about.`,
    )
  }
  return {
    ...content,
    title: 'Request to trace a payment',
    closing: [
      'Please answer to whoever hands you this letter, and quote our reference. It is made from our records and is good without a signature.',
      'Afara',
    ],
    footer:
      'Of accounts of our own the last four digits are shown. The session id is the name that the instant-payment network gave to the payment.',
    isTest: facts.mode === 'test',
    at: lastChangeOf(facts),
  }
}

type Content = Pick<Paper, 'subtitle' | 'addressee' | 'opening' | 'sections' | 'asks'>

type ToldBuy = Extract<PaperFacts['told'], { type: 'buy' }>

function aboutPayment({ facts, businessName, paymentCode }: PaperFacts, { buy, paidInto }: ToldBuy): Content {
  const { payer } = buy
  const bank = payer === null ? undefined : bankOf(payer.bankCode, payer.bankName)
  const seen = facts.credits.filter(({ endedAt }) => endedAt === null)
  const arrived = money(
    'NGN',
    seen.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  )
  return {
    subtitle: `Our reference ${formatId('transaction', buy.id)}`,
    addressee: [
      'The Manager, Electronic Payments',
      bank ?? 'The bank that the payment was made from',
      writtenDay(lastChangeOf(facts)),
    ],
    opening: [
      `We are told that your customer made the payment below to an account of ours. ${
        arrived.minor === 0n
          ? 'It has not reached us.'
          : `Of it ${writtenMoney(arrived)} has reached us, and no more.`
      }`,
    ],
    sections: [
      {
        heading: 'The payment',
        rows: [
          { label: 'Amount', value: writtenMoney(buy.amount) },
          { label: 'Made', value: `on or about ${writtenDay(buy.createdAt)}` },
          ...(payer === null
            ? []
            : [
                { label: 'From account', value: payer.accountNumber, code: true },
                { label: 'In the name of', value: printable(payer.accountName ?? 'not told to us', 60) },
              ]),
          { label: 'To account', value: maskedAccount(paidInto.accountNumber), code: true },
          { label: 'In the name of', value: printable(paidInto.name, 60) },
          { label: 'At', value: printable(paidInto.bankName, 60) },
          ...(paymentCode === null ? [] : [{ label: 'Narration', value: paymentCode, code: true }]),
          ...listed(
            'Session already seen',
            seen.flatMap(({ sessionId }) => (sessionId === null ? [] : [printable(sessionId)])),
          ),
          ...referenceRows(buy, businessName),
        ],
      },
    ],
    asks: [
      'Tell us whether the account was debited, at what time, and under which session id.',
      'If it was, tell us the answer that the receiving bank gave to the payment.',
      'If the payment failed, give the money back to your customer, and tell us when.',
    ],
  }
}

function aboutPayout({ told, businessName, facts }: PaperFacts, payout: PayoutTrace): Content {
  const head = headOf(told)
  const amount = money('NGN', payout.amountMinor)
  return {
    subtitle: `Our reference ${payout.reference}`,
    addressee: ['The Manager, Electronic Payments', bankOf(payout.bankCode), writtenDay(lastChangeOf(facts))],
    opening: [
      payout.purpose === 'refund'
        ? 'We paid the amount below back to an account with you. We are told that it is not there.'
        : 'We paid the amount below to an account with you. We are told that it is not there.',
    ],
    sections: [
      {
        heading: 'The payment',
        rows: [
          { label: 'Amount', value: writtenMoney(amount) },
          { label: 'Sent', value: writtenMoment(payout.sentAt) },
          {
            label: 'Confirmed to us',
            value: payout.endedAt === null ? 'not yet' : writtenMoment(payout.endedAt),
          },
          {
            label: 'Session id',
            value: payout.sessionId === null ? 'not told to us' : printable(payout.sessionId),
            code: payout.sessionId !== null,
          },
          { label: 'Payment reference', value: printable(payout.reference), code: true },
          { label: 'To account', value: payout.accountNumber, code: true },
          { label: 'In the name of', value: printable(payout.accountName, 60) },
          {
            label: 'From account',
            value: payout.fromEnding === null ? 'an account of Afara' : `******${payout.fromEnding}`,
          },
          ...referenceRows(head, businessName),
        ],
      },
    ],
    asks: [
      'Tell us whether the account was credited, and at what time.',
      'If it was not, tell us where the money is, and credit it or send it back.',
      'If it was sent back, tell us when, and under which session id.',
    ],
  }
}

function referenceRows(
  { id, reference }: Readonly<{ id: string; reference: string }>,
  businessName: string,
): PaperRow[] {
  return [
    { label: 'Our transaction', value: formatId('transaction', id), code: true },
    { label: 'For', value: `${printable(businessName, 60)}, ${printable(reference)}` },
  ]
}

function bankOf(bankCode: string, givenName?: string): string {
  return printable(nigerianBanks.byKey(bankCode)?.name ?? givenName ?? bankCode, 60)
}
