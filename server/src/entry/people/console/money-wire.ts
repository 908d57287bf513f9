import { Type } from 'typebox'
import { suspenseAges } from '../../../flows/console/money-store.ts'
import type { StatementPreview } from '../../../flows/console/preview-statement.ts'
import type { MoneyNow, Place } from '../../../flows/console/read-money.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatPayoutAccount } from '../../../movements/payouts/payout-overview-store.ts'
import { formatLane } from '../../../movements/transfers/lane-overview-store.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { formatGas } from '../../ops/amounts.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'

const count = (description: string) => Type.Integer({ description, minimum: 0 })
const day = (description: string) => textReply(description, '2026-11-17')

const PlaceWire = closedObject({
  kind: wordReply(['lane', 'deposits', 'payout_account', 'collection_account'], 'What kind of place.'),
  place: textReply('Its name in commands.', 'test:Polygon:1'),
  state: textReply('active, draining, halted or frozen.', 'active'),
  ledger_minor: minorField('What the books say.'),
  world_minor: orNull(minorField('What the chain, the vendor or the statement says.')),
  world_at: orNull(timeField('When it said so.')),
  in_flight_minor: minorField('What is on its way.'),
  promised_minor: minorField('What waits to be sent.'),
  hour_minor: minorField('What left in the last hour; what arrived, for a place that only receives.'),
  empty_at: orNull(timeField('When it is empty at the pace of the last hour; null: not within a week.')),
  is_low: Type.Boolean({ description: 'It is empty within two hours.' }),
  gas: orNull(textReply('The coins that pay its transfers.', '12.5 POL')),
  days: Type.Array(
    closedObject({
      day: day('The day in Lagos.'),
      closing_minor: minorField('What it had at the end of the day.'),
      out_minor: minorField('What left it that day.'),
    }),
    { description: 'The last 30 days, oldest first.' },
  ),
})

const PayoutAccountWire = closedObject({
  account: textReply('Its name in commands.', 'test:paystack:main'),
  state: textReply('active, draining or frozen.', 'active'),
  because: orNull(textReply('Why it is frozen.', 'an unexplained debit')),
  short_of: orNull(textReply('What it lacks.', 'funds')),
  booked_minor: minorField('What the books say.'),
  available_minor: orNull(minorField('What the vendor says.')),
  read_at: orNull(timeField('When the vendor said so.')),
  waiting: count('Payouts in its queue.'),
  waiting_minor: minorField('Their sum.'),
  out: count('Payouts that the vendor has not confirmed.'),
  out_minor: minorField('Their sum.'),
  out_since: orNull(timeField('The oldest of them.')),
})

const LaneWire = closedObject({
  lane: textReply('Its name in commands.', 'test:Polygon:1'),
  address: textReply('Its wallet.', '0x8ba1'),
  state: textReply('active, draining or halted.', 'active'),
  because: orNull(textReply('Why it is halted.', 'its key is lost')),
  short_of: orNull(textReply('What it lacks.', 'gas')),
  waiting: count('Transfers in its queue.'),
  waiting_minor: minorField('Their sum.'),
  out: count('Transfers that are not final.'),
  out_since: orNull(timeField('The oldest of them.')),
})

const ReturnWire = closedObject({
  credit_id: textReply('The credit that goes back.', `crd_${'0'.repeat(32)}`),
  transaction_id: textReply('Its transaction.', `txn_${'0'.repeat(32)}`),
  amount_minor: minorField('The amount.'),
  account_number: textReply('The account that gets it.', '0123456789'),
  bank: orNull(textReply('Its bank.', 'GTBank')),
  state: textReply('out, by_hand, queued, due, unknown, used_up or before.', 'queued'),
  decided_at: timeField('Since when it is owed.'),
})

const MoveWire = closedObject({
  case_id: textReply('The case that decided it.', `cas_${'0'.repeat(32)}`),
  kind: wordReply(['naira', 'tokens'], 'What moves.'),
  from: textReply('From.', '0000000003'),
  to: textReply('To.', 'test:paystack:main'),
  amount_minor: minorField('The amount.'),
  state: wordReply(['expected', 'in_transit', 'done', 'cancelled'], 'How it stands.'),
  decided_at: timeField('When two people decided it.'),
})

const AccountWire = closedObject({
  account_id: textReply('Our account.', `vac_${'0'.repeat(32)}`),
  number: textReply('Its number.', '0000000003'),
  bank: textReply('Its bank.', 'Providus Bank'),
  name: textReply('Its name.', 'Afara Collections'),
  state: textReply('active, draining or frozen.', 'active'),
  last_statement_day: orNull(day('The last day of which we have a statement.')),
})

export const MoneyReply = namedObject('ConsoleMoneyReply', {
  status: successField,
  message: messageField,
  at: timeField('When this was true.'),
  places: Type.Array(PlaceWire, { description: 'Every place of our own money.' }),
  payout_accounts: Type.Array(PayoutAccountWire),
  lanes: Type.Array(LaneWire),
  accounts: Type.Array(AccountWire, { description: 'Our accounts that receive naira.' }),
  returns: Type.Array(ReturnWire, { description: 'Naira that is due to its payers, the oldest first.' }),
  business_debts: Type.Array(
    closedObject({
      business_id: textReply('The business.', `biz_${'0'.repeat(32)}`),
      name: textReply('Its name.', 'Ada Foods'),
      asset: wordReply(['NGN', 'NGNC'], 'What it owes.'),
      amount_minor: minorField('How much.'),
    }),
    { description: 'What businesses owe us.' },
  ),
  vendors: Type.Array(
    closedObject({
      vendor: textReply('The vendor.', 'kora'),
      settles: orNull(textReply('When it pays us.', 'next_day')),
      owed_minor: minorField('What it collected and has not paid us.'),
      cap_minor: minorField('How much we deliver before it pays us.'),
      pays_from: orNull(textReply('The account from which it pays us.', '0123456789 at 000013')),
    }),
    { description: 'What vendors owe us.' },
  ),
  suspense: Type.Array(
    closedObject({
      asset: wordReply(['NGN', 'NGNC'], 'Naira or tokens.'),
      age: wordReply(suspenseAges, 'How long ago it arrived: up to an hour, a day, a week, or longer.'),
      count: count('How many.'),
      amount_minor: minorField('Their sum.'),
      oldest_id: textReply('The oldest: a credit, or a transaction.', `crd_${'0'.repeat(32)}`),
      oldest_at: timeField('When it arrived.'),
    }),
    { description: 'What arrived and belongs to nobody yet, by age.' },
  ),
  moves: Type.Array(MoveWire, { description: 'Moves between our own accounts, the open ones first.' }),
})

export function toMoneyWire(now: MoneyNow) {
  return {
    at: now.at.toISOString(),
    places: now.places.map(toPlaceWire),
    payout_accounts: now.payoutAccounts.map((one) => ({
      account: formatPayoutAccount(one),
      state: one.state,
      because: one.frozenBecause,
      short_of: one.shortOf,
      booked_minor: String(one.bookedMinor),
      available_minor: one.availableMinor === null ? null : String(one.availableMinor),
      read_at: isoOf(one.readAt),
      waiting: one.waitingCount,
      waiting_minor: String(one.waitingMinor),
      out: one.outCount,
      out_minor: String(one.outMinor),
      out_since: isoOf(one.outSince),
    })),
    lanes: now.lanes.map((one) => ({
      lane: formatLane(one),
      address: one.address,
      state: one.state,
      because: one.haltedBecause,
      short_of: one.shortOf,
      waiting: one.waitingCount,
      waiting_minor: String(one.waitingMinor),
      out: one.outCount,
      out_since: isoOf(one.outSince),
    })),
    accounts: now.collectionAccounts.map(toAccountWire),
    returns: now.returns.map((one) => ({
      credit_id: formatId('credit', one.lineId),
      transaction_id: formatId('transaction', one.transactionId),
      amount_minor: String(one.amountMinor),
      account_number: one.accountNumber,
      bank: one.bankCode === null ? null : (nigerianBanks.byKey(one.bankCode)?.name ?? one.bankCode),
      state: one.state,
      decided_at: one.decidedAt.toISOString(),
    })),
    business_debts: now.businessDebts.map(({ businessId, name, asset, minor }) => ({
      business_id: formatId('business', businessId),
      name,
      asset,
      amount_minor: String(minor),
    })),
    vendors: now.vendors.map(({ vendor, settles, owedMinor, capMinor, paysFrom }) => ({
      vendor,
      settles,
      owed_minor: String(owedMinor),
      cap_minor: String(capMinor),
      pays_from: paysFrom,
    })),
    suspense: now.suspense.map((one) => ({
      asset: one.asset,
      age: one.age,
      count: one.count,
      amount_minor: String(one.minor),
      oldest_id: formatId(one.asset === 'NGN' ? 'credit' : 'transaction', one.oldestId),
      oldest_at: one.oldestAt.toISOString(),
    })),
    moves: now.moves.map(({ id, kind, from, to, amountMinor, state, decidedAt }) => ({
      case_id: formatId('case', id),
      kind,
      from,
      to,
      amount_minor: String(amountMinor),
      state,
      decided_at: decidedAt.toISOString(),
    })),
  }
}

function toPlaceWire(place: Place) {
  const { gas } = place
  return {
    kind: place.kind,
    place: `${place.mode}:${place.place}`,
    state: place.state,
    ledger_minor: String(place.ledgerMinor),
    world_minor: place.worldMinor === null ? null : String(place.worldMinor),
    world_at: isoOf(place.worldAt),
    in_flight_minor: String(place.inFlightMinor),
    promised_minor: String(place.promisedMinor),
    hour_minor: String(place.hourMinor),
    empty_at: isoOf(place.emptyAt),
    is_low: place.isLow,
    gas: gas === null || gas.worldUnits === null ? null : formatGas(gas.asset, gas.worldUnits),
    days: place.days.map((one) => ({
      day: one.day,
      closing_minor: String(one.closingMinor),
      out_minor: String(one.outMinor),
    })),
  }
}

function toAccountWire(one: MoneyNow['collectionAccounts'][number]) {
  return {
    account_id: formatId('vendorAccount', one.id),
    number: one.accountNumber,
    bank: one.bankName,
    name: one.name,
    state: one.state,
    last_statement_day: one.lastStatementDay,
  }
}

const SumWire = closedObject({ count: count('How many.'), amount_minor: minorField('Their sum.') })

export const StatementReply = namedObject('ConsoleStatementReply', {
  status: successField,
  message: messageField,
  profile: textReply('The format of the file.', 'gtb'),
  account: AccountWire,
  from: orNull(day('The first day; null: the file does not show it.')),
  to: orNull(day('The last day.')),
  opening_minor: minorField('The balance before.'),
  closing_minor: minorField('The balance after. The rows add up to it.'),
  credits: SumWire,
  debits: SumWire,
  unreadable: count('Rows that a person must read.'),
  are_days_doubtful: Type.Boolean({
    description: 'Day and month may be swapped. Give the days when you import.',
  }),
  recorded_credits: orNull(SumWire),
  recorded_debits: orNull(SumWire),
})

export function toStatementWire({ profile, account, statement, recorded }: StatementPreview) {
  const sum = (direction: 'credit' | 'debit') => {
    const lines = statement.lines.filter((line) => line.direction === direction)
    return {
      count: lines.length,
      amount_minor: String(lines.reduce((total, { settledMinor }) => total + settledMinor, 0n)),
    }
  }
  const known = (of: Readonly<{ count: number; minor: bigint }> | undefined) =>
    of === undefined ? null : { count: of.count, amount_minor: String(of.minor) }
  return {
    profile,
    account: toAccountWire(account),
    from: statement.from ?? null,
    to: statement.to ?? null,
    opening_minor: String(statement.openingMinor),
    closing_minor: String(statement.closingMinor),
    credits: sum('credit'),
    debits: sum('debit'),
    unreadable: statement.unreadable.length,
    are_days_doubtful: statement.doubtfulDays.length > 0,
    recorded_credits: known(recorded?.credits),
    recorded_debits: known(recorded?.debits),
  }
}
