import { Type } from 'typebox'
import type { BankDay } from '../../../flows/console/banks-store.ts'
import { railStates } from '../../../flows/console/rail.ts'
import type { BanksNow } from '../../../flows/console/read-banks.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatPayoutAccount } from '../../../movements/payouts/payout-overview-store.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'
import { RatesWire, toRatesWire } from './rates-wire.ts'

const count = (description: string) => Type.Integer({ description, minimum: 0 })

const DayWire = closedObject({
  day: textReply('The day in Lagos.', '2026-11-17'),
  ended: count('What ended.'),
  succeeded: count('What of it succeeded.'),
  amount_minor: minorField('The sum of what succeeded.'),
})
const days = Type.Array(DayWire, { description: 'The last 14 days on which something ended, oldest first.' })

const CollectingWire = closedObject({
  account_id: textReply('Our account.', `vac_${'0'.repeat(32)}`),
  number: textReply('Its number.', '0000000003'),
  bank: textReply('Its bank.', 'Providus Bank'),
  name: textReply('Its name.', 'Afara Collections'),
  state: wordReply(['active', 'draining', 'frozen'], 'Whether it is in service.'),
  feed: orNull(textReply('Who tells us of its credits; null: statements only.', 'providus')),
  read_at: orNull(timeField('When the bank last answered.')),
  failures: count('How often it has not answered since then.'),
  error: orNull(textReply('What went wrong last.', 'HTTP 503')),
  days,
})

const PayoutAccountWire = closedObject({
  account: textReply('Its name in commands.', 'live:paystack:main'),
  vendor: textReply('The vendor.', 'paystack'),
  state: wordReply(['active', 'draining', 'frozen'], 'Whether it is in service.'),
  because: orNull(textReply('Why it is frozen.', 'an unexplained debit')),
  waiting: count('Payouts in its queue.'),
  waiting_minor: minorField('Their sum.'),
})

const PayoutBankWire = closedObject({
  vendor: textReply('The vendor that pays.', 'paystack'),
  bank_code: textReply('The bank that receives.', '000013'),
  bank: textReply('Its name.', 'GTBank'),
  state: wordReply(
    railStates,
    'The worst that is true of it now. no_data: nothing was paid in the last hour.',
  ),
  typical_seconds: orNull(Type.Number({ description: 'The median of the last hour.' })),
  slowest_seconds: orNull(Type.Number({ description: 'What one of twenty exceeds.' })),
  in_flight_minor: minorField('What is on its way.'),
  last_at: orNull(timeField('When the vendor last answered, within the last hour.')),
  trouble: orNull(
    closedObject({
      since: timeField('Since when the vendor did not reach the bank, the last time.'),
      until: timeField('When that was last noted.'),
      attempts: count('What was tried.'),
      succeeded: count('What of it succeeded.'),
    }),
  ),
  days,
})

export const BanksReply = namedObject('ConsoleBanksReply', {
  status: successField,
  message: messageField,
  at: timeField('When this was true.'),
  collecting: Type.Array(CollectingWire, { description: 'Our accounts that receive naira.' }),
  payout_accounts: Type.Array(PayoutAccountWire, { description: 'Our accounts that pay.' }),
  payouts: Type.Array(PayoutBankWire, { description: 'Payouts, by vendor and bank.' }),
  stopped: Type.Array(
    closedObject({
      bank_code: textReply('The bank.', '000013'),
      bank: textReply('Its name.', 'GTBank'),
      reason: textReply('Why.', 'it does not credit accounts today'),
      by: orNull(textReply('Who took it out of service; null: the system.', 'Bisi Adeyemi')),
      at: timeField('Since when.'),
    }),
    { description: 'Banks that operators took out of service: nothing is paid to them.' },
  ),
  failures: Type.Array(
    closedObject({
      transaction_id: textReply('The transaction.', `txn_${'0'.repeat(32)}`),
      vendor: textReply('The vendor.', 'paystack'),
      bank: textReply('The bank.', 'GTBank'),
      amount_minor: minorField('The amount.'),
      state: wordReply(['failed', 'reversed'], 'reversed: the naira came back after success.'),
      said: orNull(textReply('What the vendor said.', 'failed account_closed')),
      at: timeField('When.'),
    }),
    { description: 'Payouts that failed or came back, the newest first.' },
  ),
  rates: RatesWire,
})

export function toBanksWire(now: BanksNow) {
  return {
    at: now.at.toISOString(),
    collecting: now.collecting.map((one) => ({
      account_id: formatId('vendorAccount', one.id),
      number: one.accountNumber,
      bank: one.bankName,
      name: one.name,
      state: one.state,
      feed: one.feed,
      read_at: isoOf(one.readAt),
      failures: one.failures,
      error: one.error,
      days: one.days.map(toDayWire),
    })),
    payout_accounts: now.payoutAccounts.map((one) => ({
      account: formatPayoutAccount(one),
      vendor: one.vendor,
      state: one.state,
      because: one.frozenBecause,
      waiting: one.waitingCount,
      waiting_minor: String(one.waitingMinor),
    })),
    payouts: now.payouts.map(({ vendor, bankCode, state, figures, trouble, days: own }) => ({
      vendor,
      bank_code: bankCode,
      bank: bankNamed(bankCode),
      state,
      typical_seconds: figures?.p50Seconds ?? null,
      slowest_seconds: figures?.p95Seconds ?? null,
      in_flight_minor: String(figures?.inFlightMinor ?? 0n),
      last_at: isoOf(figures?.lastAt ?? null),
      trouble:
        trouble === undefined
          ? null
          : {
              since: trouble.since.toISOString(),
              until: trouble.notedAt.toISOString(),
              attempts: trouble.attempts,
              succeeded: trouble.succeeded,
            },
      days: own.map(toDayWire),
    })),
    stopped: now.stopped.map(({ bankCode, reason, placedBy, placedAt }) => ({
      bank_code: bankCode,
      bank: bankNamed(bankCode),
      reason,
      by: placedBy,
      at: placedAt.toISOString(),
    })),
    failures: now.failures.map((one) => ({
      transaction_id: formatId('transaction', one.transactionId),
      vendor: one.vendor,
      bank: bankNamed(one.bankCode),
      amount_minor: String(one.minor),
      state: one.state,
      said: one.said,
      at: one.at.toISOString(),
    })),
    rates: toRatesWire(now),
  }
}

function toDayWire({ day, ended, succeeded, minor }: BankDay) {
  return { day, ended, succeeded, amount_minor: String(minor) }
}

function bankNamed(code: string): string {
  return nigerianBanks.byKey(code)?.name ?? code
}
