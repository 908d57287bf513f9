import { writeNaira } from '../kobo.ts'
import { lagosAmerican, lagosStamp } from '../lagos-time.ts'
import { rawNumber } from '../raw-number.ts'
import { findSendingBank } from '../sending-banks.ts'
import { showPayer } from '../show-payer.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Telling, Transaction } from '../vendor-face.ts'
import { initiationOf, remarks } from './providus-face.ts'

const SWEPT_AFTER_MS = 60_000

/** Amounts are numbers with a decimal place here. A reversal is not visible in this answer. */
export function writeVerified(
  { hooks }: SimulatedBank,
  { account, first }: Transaction,
  { skewMs }: Telling,
): object {
  const payer = showPayer(first, { masks: false, maskWith: '*' })
  const isTaken = hooks.of(first.reference).some(({ state }) => state === 'delivered')
  return {
    sessionId: first.shownSessionId ?? '',
    initiationTranRef: initiationOf(first),
    accountNumber: first.own?.number ?? account.number,
    tranRemarks: remarks(first),
    transactionAmount: naira(first.gross),
    settledAmount: naira(first.settled),
    feeAmount: naira(first.fee),
    vatAmount: naira(first.vat),
    currency: 'NGN',
    settlementId: first.reference,
    sourceAccountNumber: payer.accountNumber,
    sourceAccountName: payer.name,
    sourceBankCode: findSendingBank(payer.bankCode)?.cbnCode ?? payer.bankCode,
    sourceBankName: payer.bankName.toUpperCase(),
    channelId: '1',
    tranDateTime: lagosStamp(first.bookedAt + skewMs),
    settlementDateTime: lagosAmerican(first.bookedAt + skewMs + SWEPT_AFTER_MS),
    stamp_duty_flg: 0,
    post_flg: 0,
    notification_acknowledgement: isTaken ? 1 : 0,
  }
}

/** Providus reports "not found" in the remarks of an otherwise empty body. */
export function writeNotFound(): object {
  const zero = rawNumber('0.0')
  return {
    sessionId: '',
    initiationTranRef: '',
    accountNumber: '',
    tranRemarks: 'Transaction not found!!!',
    transactionAmount: zero,
    settledAmount: zero,
    feeAmount: zero,
    vatAmount: zero,
    currency: '',
    settlementId: '',
    sourceAccountNumber: '',
    sourceAccountName: '',
    sourceBankCode: '',
    sourceBankName: '',
    channelId: '',
    tranDateTime: '',
    settlementDateTime: '',
    stamp_duty_flg: 0,
    post_flg: 0,
    notification_acknowledgement: 0,
  }
}

function naira(kobo: bigint): Readonly<{ rawJSON: string }> {
  return rawNumber(writeNaira(kobo).replace(/0$/, ''))
}
