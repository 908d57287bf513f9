import { Type } from 'typebox'
import type { WholeTransaction } from '../../../flows/console/read-transaction.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import type { EntryLine } from '../../../records/cases/stories/transaction-story-store.ts'
import type { Evidence, Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply } from '../../http/reply-fields.ts'
import { holderWords } from '../../http/transactions/timeline-wire.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'
import {
  CreditWire,
  DepositWire,
  PayoutWire,
  SentEventWire,
  TransferWire,
  toCreditWire,
  toDepositWire,
  toPayoutWire,
  toSentEventWire,
  toTransferWire,
} from './effects-wire.ts'

const StepWire = closedObject({
  at: timeField('When it happened.'),
  event: textReply('What happened, as a code.', 'paid_in_full'),
  status: textReply('The status from this step on.', 'payment_received'),
  sentence: textReply('What happened, in words.', 'All of the naira has arrived.'),
  holder: textReply('Who holds the money from this step on.', 'afara'),
  evidence: Type.Array(
    closedObject({ kind: textReply('What.', 'session'), id: textReply('Its id.', '0000') }),
    {
      description: 'What proves it.',
    },
  ),
})

const EntryWire = closedObject({
  at: timeField('When it was posted.'),
  step: textReply('Why.', 'credit_matched'),
  debit: textReply('The account that is debited.', 'suspense'),
  credit: textReply('The account that is credited.', 'held'),
  asset: textReply('The asset.', 'NGN'),
  amount: textReply('The amount, exactly.', '25000.00'),
})

export const TransactionReply = namedObject('ConsoleTransactionReply', {
  status: successField,
  message: messageField,
  transaction: closedObject({
    transaction_id: textReply('The transaction.', `txn_${'0'.repeat(32)}`),
    type: textReply('buy, sell, withdrawal or return.', 'buy'),
    status: textReply('The status.', 'completed'),
    reference: textReply('The reference of the business.', 'order-2291'),
    business_id: textReply('The business.', `biz_${'0'.repeat(32)}`),
    business: textReply('Its name.', 'Ada Foods'),
    amount_minor: minorField('The amount.'),
    held_minor: minorField('What we hold for it.'),
    lacks_minor: orNull(minorField('What it still waits for; null: nothing.')),
    created_at: timeField('When it was accepted.'),
    sentence: textReply('Where the money is now.', 'The tokens have arrived.'),
    holder: textReply('Who holds the money.', 'afara'),
    expected_by: orNull(timeField('By when the status should end.')),
    frozen: orNull(textReply('What stops it.', 'Polygon is frozen')),
    waits_for_lane: orNull(textReply('The lane whose queue it is in.', 'test:Polygon:1')),
    claims: orNull(
      textReply('The payer that a buy claims, and our account.', 'Emeka Obi, 0123456789, GTBank'),
    ),
    goes_to: orNull(textReply('The wallet that receives a withdrawal.', '0x8ba1 on Polygon')),
    deposit_to: orNull(textReply('The address of a sell.', '0x12ab on Polygon')),
  }),
  steps: Type.Array(StepWire, { description: 'Everything that happened, oldest first.' }),
  credits: Type.Array(CreditWire),
  deposits: Type.Array(DepositWire),
  transfers: Type.Array(TransferWire),
  payouts: Type.Array(PayoutWire),
  entries: Type.Array(EntryWire, { description: 'The ledger, oldest first.' }),
  margin: orNull(
    closedObject({
      fee_minor: minorField('Our fee.'),
      vendor_fee_minor: minorField('What vendors kept.'),
      gas_minor: minorField('What gas cost, in naira.'),
      margin_minor: minorField('What is left. It can be below zero.'),
      has_unpriced_gas: Type.Boolean({ description: 'Some gas has no price and counts as nothing.' }),
    }),
  ),
  events: Type.Array(SentEventWire, { description: 'What the business was told.' }),
  told: closedObject({
    status: textReply('The status that the business sees.', 'completed'),
    sentence: textReply('The sentence that it reads.', 'The tokens have arrived.'),
    holder: textReply('Who holds the money, as it is told.', 'recipient'),
    expected_by: orNull(timeField('By when, as it is told.')),
    steps: Type.Array(closedObject({ at: timeField('When.'), sentence: textReply('What.', 'Accepted.') })),
  }),
  cases: Type.Array(
    closedObject({
      case_id: textReply('The case.', `cas_${'0'.repeat(32)}`),
      kind: textReply('What it asks.', 'underpaid'),
      state: textReply('open, awaiting_approval or resolved.', 'open'),
      opened_at: timeField('Since when.'),
      due_at: timeField('By when.'),
    }),
  ),
})

export function toTransactionWire(whole: WholeTransaction) {
  const { story, credits } = whole
  const { timeline } = story
  const effectOf = new Map(credits.map((effect) => [effect.credit.id, effect]))
  return {
    transaction: toHeadWire(whole),
    steps: timeline.steps.map(({ at, event, status, sentence, holder, evidence }) => ({
      at: at.toISOString(),
      event,
      status,
      sentence,
      holder: holderWords[holder],
      evidence: evidence.map(toEvidenceWire),
    })),
    credits: story.allocations.flatMap((allocation) => {
      const effect = effectOf.get(allocation.lineId)
      return effect === undefined ? [] : [toCreditWire(allocation, effect)]
    }),
    deposits: whole.deposits.map(toDepositWire),
    transfers: whole.transfers.map(toTransferWire),
    payouts: whole.payouts.map(toPayoutWire),
    entries: whole.entries.map(toEntryWire),
    margin:
      whole.margin === undefined
        ? null
        : {
            fee_minor: String(whole.margin.feeMinor),
            vendor_fee_minor: String(whole.margin.vendorFeeMinor),
            gas_minor: String(whole.margin.gasMinor),
            margin_minor: String(whole.margin.marginMinor),
            has_unpriced_gas: whole.margin.hasUnpricedGas,
          },
    events: whole.events.map(toSentEventWire),
    told: toToldWire(whole.told),
    cases: whole.cases.map(({ id, kind, state, openedAt, dueAt }) => ({
      case_id: formatId('case', id),
      kind,
      state,
      opened_at: openedAt.toISOString(),
      due_at: dueAt.toISOString(),
    })),
  }
}

function toHeadWire({ story, frozen, waitsForLane }: WholeTransaction) {
  const { claimed, withdrawnTo, depositTo, timeline } = story
  return {
    transaction_id: formatId('transaction', story.id),
    type: story.type,
    status: story.status,
    reference: story.reference,
    business_id: formatId('business', story.businessId),
    business: story.businessName,
    amount_minor: String(story.amountMinor),
    held_minor: String(story.heldMinor),
    lacks_minor: story.lacksMinor === null ? null : String(story.lacksMinor),
    created_at: story.createdAt.toISOString(),
    sentence: timeline.sentence,
    holder: holderWords[timeline.holder],
    expected_by: isoOf(timeline.expectedBy),
    frozen,
    waits_for_lane: waitsForLane,
    claims:
      claimed === null
        ? null
        : [claimed.name, claimed.number, claimed.bank].filter((part) => part !== null).join(', ') || null,
    goes_to: withdrawnTo && `${withdrawnTo.address} on ${withdrawnTo.network}`,
    deposit_to: depositTo && `${depositTo.address} on ${depositTo.network}`,
  }
}

function toEvidenceWire({ kind, id }: Evidence) {
  return { kind, id }
}

function toEntryWire({ postedAt, step, debit, credit, asset, amountMinor }: EntryLine) {
  return {
    at: postedAt.toISOString(),
    step,
    debit,
    credit,
    asset,
    amount: formatMoney(money(asset, amountMinor)),
  }
}

function toToldWire({ status, sentence, holder, expectedBy, steps }: Timeline) {
  return {
    status,
    sentence,
    holder: holderWords[holder],
    expected_by: isoOf(expectedBy),
    steps: steps.map((step) => ({ at: step.at.toISOString(), sentence: step.sentence })),
  }
}
