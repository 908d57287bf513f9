import { Type } from 'typebox'
import type { DepositEffect, PayoutEffect, SentEvent } from '../../../flows/console/effects-store.ts'
import type { CreditEffect } from '../../../flows/console/read-transaction.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AllocationLine } from '../../../records/cases/stories/credit-story-store.ts'
import type { TransferStory } from '../../../records/cases/stories/transaction-story-store.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textReply } from '../../http/reply-fields.ts'
import { isoOf, minorField, orNull, timeField } from './console-wire.ts'

const nullText = (description: string, example: string) => orNull(textReply(description, example))

export const CreditWire = closedObject({
  credit_id: textReply('The bank line.', `crd_${'0'.repeat(32)}`),
  amount_minor: minorField('What of it belongs to this transaction.'),
  gross_minor: minorField('What the payer paid.'),
  fee_minor: minorField('What the bank or vendor kept.'),
  left_minor: orNull(minorField('What of it belongs to nobody yet; null: nothing.')),
  booked_at: timeField('When the bank booked it.'),
  session_id: nullText('The session id of the payment.', '000013261118090200000012345678'),
  narration: textReply('What the payer wrote.', 'AF7K2M rent'),
  payer_name: nullText('The payer, as the bank says.', 'OBI EMEKA JOHN'),
  payer_number: nullText('The account of the payer.', '0123456789'),
  payer_bank: nullText('The bank of the payer.', 'GTBank'),
  our_account: textReply('Our account that received it.', '0000000003, Providus Bank'),
  matched_by: textReply('Why it belongs here.', 'own_number, bound'),
  case_id: nullText(
    'The case in which people decided it; null: it matched by itself.',
    `cas_${'0'.repeat(32)}`,
  ),
  stands: Type.Boolean({ description: 'False: the bank has taken it back.' }),
  seen: Type.Array(
    closedObject({
      source: textReply('Who told us of it.', 'kora'),
      external_id: textReply('Its id there.', 'KPY-123'),
      at: timeField('When we saw it.'),
    }),
    { description: 'Every source that showed it.' },
  ),
  lien: orNull(
    closedObject({
      reason: textReply('Why it is blocked.', 'The bank of the payer asks for it back.'),
      by: nullText('Who blocked it; null: the system.', 'Bisi Adeyemi'),
      at: timeField('Since when.'),
    }),
  ),
})

export const DepositWire = closedObject({
  deposit_id: textReply('The deposit.', `dep_${'0'.repeat(32)}`),
  amount_minor: minorField('The tokens.'),
  network: textReply('The network.', 'Polygon'),
  hash: textReply('Its hash.', '0x5f2b'),
  block: textReply('Its block.', '61204411'),
  sender: textReply('The wallet that sent it.', '0x8617'),
  address: textReply('Our address.', '0x12ab'),
  outcome: textReply('What it was for the transaction.', 'funded'),
  at: timeField('When it was final.'),
  swept_by: nullText('The hash of the sweep that brought it to a lane.', '0x77aa'),
})

export const TransferWire = closedObject({
  transfer_id: textReply('The transfer.', `trf_${'0'.repeat(32)}`),
  amount_minor: minorField('The tokens.'),
  state: textReply('reserved, signed, final_ok, final_failed, final_void or conflict.', 'final_ok'),
  lane: textReply('The lane that sends it.', 'test:Polygon:1'),
  lock: textReply('What the network accepts once.', '41'),
  address: textReply('The wallet that receives it.', '0x8ba1'),
  opened_at: timeField('When it was opened.'),
  sent_at: orNull(timeField('When it was last sent.')),
  ended_at: orNull(timeField('When it was final.')),
  attempts: Type.Array(
    closedObject({
      kind: textReply('pay, bump or cancel.', 'pay'),
      hash: textReply('The hash.', '0x5f2b'),
      at: timeField('When it was signed.'),
    }),
    { description: 'Everything that was signed for its lock.' },
  ),
})

export const PayoutWire = closedObject({
  payout_id: textReply('The payout.', `pay_${'0'.repeat(32)}`),
  purpose: textReply('payout or refund.', 'payout'),
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt.' }),
  reference: textReply('Our reference at the vendor.', 'af-0001'),
  amount_minor: minorField('The naira.'),
  account: textReply('Our account that pays.', 'test:paystack:main'),
  bank: textReply('The bank that is paid.', 'GTBank'),
  account_number: textReply('The account that is paid.', '0123456789'),
  account_name: textReply('Its holder.', 'ADA OBI'),
  state: textReply('ordered, sending, accepted, unknown, failed, succeeded or reversed.', 'succeeded'),
  session_id: nullText('The session id of the payment.', '000013261118090200000012345678'),
  ordered_at: timeField('When it was ordered.'),
  sent_at: orNull(timeField('When the vendor was last asked to pay.')),
  ended_at: orNull(timeField('When it ended.')),
  money_back_at: orNull(timeField('When the naira of a failed payout was seen back.')),
  readings: Type.Array(
    closedObject({
      at: timeField('When.'),
      kind: textReply('What the vendor said.', 'success'),
      code: nullText('Its code.', '00'),
      vendor_id: nullText('Its id of the payment.', 'TRF_7'),
    }),
    { description: 'Everything that the vendor said.' },
  ),
  lines: Type.Array(
    closedObject({
      at: timeField('When.'),
      direction: textReply('debit or credit.', 'debit'),
      kind: textReply('payment, return or fee.', 'payment'),
      amount_minor: minorField('The amount.'),
      external_id: textReply('Its id at the vendor.', 'TRX-1'),
    }),
    { description: "Its lines in the vendor's own ledger." },
  ),
})

export const SentEventWire = closedObject({
  event_id: textReply('The event.', `evt_${'0'.repeat(32)}`),
  sequence: Type.Integer({ minimum: 1, description: 'Its number in the transaction.' }),
  status: textReply('The status that it tells.', 'completed'),
  at: timeField('When it happened.'),
  deliveries: Type.Array(
    closedObject({
      delivery_id: textReply('The delivery.', `whd_${'0'.repeat(32)}`),
      url: textReply('The endpoint.', 'https://shop.example/hooks'),
      state: textReply('pending, delivered or given_up.', 'delivered'),
    }),
    { description: 'Its delivery to each endpoint.' },
  ),
})

const bankName = (code: string | null) => (code === null ? null : (nigerianBanks.byKey(code)?.name ?? code))

export function toCreditWire(allocation: AllocationLine, { credit, lien }: CreditEffect) {
  return {
    credit_id: formatId('credit', credit.id),
    amount_minor: String(allocation.amountMinor),
    gross_minor: String(credit.grossMinor),
    fee_minor: String(credit.grossMinor - credit.settledMinor),
    left_minor: credit.fund === null ? null : String(credit.fund.leftMinor),
    booked_at: credit.bookedAt.toISOString(),
    session_id: credit.sessionId,
    narration: credit.narration,
    payer_name: credit.payer.name,
    payer_number: credit.payer.number ?? credit.payer.mask,
    payer_bank: bankName(credit.payer.bank),
    our_account: `${credit.account.number}, ${credit.account.name}`,
    matched_by: `${allocation.evidence}, ${allocation.ground}`,
    case_id: allocation.decidedBy === 'matching' ? null : formatId('case', allocation.decidedBy),
    stands: allocation.stands,
    seen: credit.sightings.map(({ source, externalId, seenAt }) => ({
      source,
      external_id: externalId,
      at: seenAt.toISOString(),
    })),
    lien:
      lien === undefined ? null : { reason: lien.reason, by: lien.placedBy, at: lien.placedAt.toISOString() },
  }
}

export function toDepositWire({ id, amountMinor, seenAt, sweptBy, ...deposit }: DepositEffect) {
  return {
    ...deposit,
    deposit_id: formatId('deposit', id),
    amount_minor: String(amountMinor),
    at: seenAt.toISOString(),
    swept_by: sweptBy,
  }
}

export function toTransferWire(transfer: TransferStory) {
  return {
    transfer_id: formatId('transfer', transfer.id),
    amount_minor: String(transfer.tokensMinor),
    state: transfer.state,
    lane: `${transfer.mode}:${transfer.network}:${transfer.laneNumber}`,
    lock: transfer.lock,
    address: transfer.address,
    opened_at: transfer.openedAt.toISOString(),
    sent_at: isoOf(transfer.sentAt),
    ended_at: isoOf(transfer.endedAt),
    attempts: transfer.attempts.map(({ kind, hash, signedAt }) => ({
      kind,
      hash,
      at: new Date(signedAt).toISOString(),
    })),
  }
}

export function toPayoutWire(payout: PayoutEffect) {
  return {
    payout_id: formatId('payout', payout.id),
    purpose: payout.purpose,
    attempt: payout.attempt,
    reference: payout.reference,
    amount_minor: String(payout.amountMinor),
    account: payout.account,
    bank: bankName(payout.bankCode) ?? payout.bankCode,
    account_number: payout.accountNumber,
    account_name: payout.accountName,
    state: payout.state,
    session_id: payout.sessionId,
    ordered_at: payout.orderedAt.toISOString(),
    sent_at: isoOf(payout.sentAt),
    ended_at: isoOf(payout.endedAt),
    money_back_at: isoOf(payout.moneyBackAt),
    readings: payout.readings.map(({ at, kind, code, vendorId }) => ({
      at: new Date(at).toISOString(),
      kind,
      code,
      vendor_id: vendorId,
    })),
    lines: payout.lines.map(({ at, direction, kind, amountMinor, externalId }) => ({
      at: new Date(at).toISOString(),
      direction,
      kind,
      amount_minor: amountMinor,
      external_id: externalId,
    })),
  }
}

export function toSentEventWire({ id, sequence, status, at, deliveries }: SentEvent) {
  return {
    event_id: formatId('event', id),
    sequence,
    status,
    at: at.toISOString(),
    deliveries: deliveries.map((one) => ({
      delivery_id: formatId('webhookDelivery', one.id),
      url: one.url,
      state: one.state,
    })),
  }
}
