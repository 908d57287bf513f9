import { Type } from 'typebox'
import { railStates } from '../../../flows/console/rail.ts'
import type { Now, Rail } from '../../../flows/console/read-now.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { Freeze } from '../../../records/freezes/freeze-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { CaseRowWire, toCaseRowWire } from './case-row-wire.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'

const whole = (description: string) => Type.Integer({ description, minimum: 0 })
const seconds = (description: string) =>
  orNull(Type.Number({ description: `${description} In seconds.`, minimum: 0 }))

const ProofsWire = closedObject({
  stuck: whole('Transactions past their time that no case asks about.'),
  differ_minor: minorField('By how much the books differ from banks and chains.'),
  differ_count: whole('How many accounts or wallets differ.'),
  compared_at: orNull(timeField('When the account that was compared longest ago was compared.')),
  paid_twice: whole('References that a bank debited twice in the last day.'),
  paid_count: whole('References that banks debited in the last day.'),
  hold_minor: minorField('Naira and NGNC that we hold.'),
  owe_minor: minorField(
    'Naira and NGNC that we owe: balances, what open transactions hold, unplaced credits.',
  ),
  case_count: whole('Open cases.'),
  case_overdue: whole('Open cases past their time.'),
  case_due_at: orNull(timeField('When the next case is due.')),
  settled_count: whole('Transactions that completed today, Lagos time.'),
  settled_minor: minorField('Their sum.'),
  settled_seconds: seconds('The median of their times.'),
})

const RailWire = closedObject({
  kind: wordReply(['in', 'payout', 'chain'], 'Money in, payouts, or a network.'),
  name: textReply('The bank, the vendor and the bank, or the network.', 'Paystack to GTBank'),
  state: wordReply(railStates, 'The worst that is true of it.'),
  ended: whole('What ended in the last 15 minutes.'),
  succeeded: whole('What succeeded of it.'),
  typical_seconds: seconds('The median of the last hour.'),
  slowest_seconds: seconds('One in twenty of the last hour was slower.'),
  in_flight: whole('How many are on their way; for money in, credits without a buy.'),
  in_flight_minor: minorField('Their sum.'),
  last_at: orNull(timeField('The last answer.')),
  points: Type.Array(Type.Integer(), {
    description: 'What succeeded in each five minutes of the last hour.',
  }),
})

const WaitingWire = closedObject({
  type: textReply('buy, sell, withdrawal or return.', 'buy'),
  status: textReply('The status.', 'sending'),
  count: whole('How many.'),
  minor: minorField('Their sum.'),
  oldest_transaction_id: textReply('The one that is in this status longest.', `txn_${'0'.repeat(32)}`),
  oldest_at: timeField('Since when it is.'),
})

const FloatWire = closedObject({
  kind: wordReply(['lane', 'payout_account'], 'Tokens or naira.'),
  place: textReply('Its name in commands.', 'test:Polygon:1'),
  name: textReply('Its name for people.', 'Polygon'),
  state: textReply('active, draining, halted or frozen.', 'active'),
  ledger_minor: minorField('What the books say.'),
  promised_minor: minorField('What waits to be sent.'),
  in_flight_minor: minorField('What is on its way.'),
  hour_minor: minorField('What left in the last hour.'),
  read_at: orNull(timeField('When the chain or the vendor was last read.')),
  empty_at: orNull(timeField('When it is empty at the pace of the last hour; null: not within a week.')),
  is_low: Type.Boolean({ description: 'It is empty within two hours.' }),
})

const FrozenWire = closedObject({
  kind: wordReply(
    ['all', 'business', 'network', 'lane', 'payout_account', 'collection_account'],
    'What is stopped.',
  ),
  name: textReply('Its name.', 'Polygon'),
  /** The words after `afara ops unfreeze`; null: it has its own page. */
  args: Type.Array(Type.String(), {
    description: 'The words of the command that asks to lift it; empty: none.',
  }),
  reason: orNull(textReply('Why.', 'a lane sent what nobody asked for')),
  by: orNull(textReply('Who froze it; null: the system.', 'Bisi Adeyemi')),
  at: orNull(timeField('Since when.')),
})

export const NowReply = namedObject('ConsoleNowReply', {
  status: successField,
  message: messageField,
  at: timeField('When this was true.'),
  verdict: closedObject({
    tone: wordReply(['good', 'warn', 'bad'], 'Whether somebody is needed.'),
    sentence: textReply('What is true, the worst first.', 'Money is moving. GTBank is slow.'),
  }),
  changed_rows: Type.Array(
    closedObject({
      row: textReply('The table and the id.', 'entry 01a1dcc2-64cc-7ab5-8198-81f76f5e96ba'),
      problem: textReply('What is wrong with it.', 'row changed'),
    }),
    { description: 'Rows that are not what was sealed.' },
  ),
  proofs: ProofsWire,
  rails: Type.Array(RailWire),
  waiting: Type.Array(WaitingWire),
  cases: Type.Array(CaseRowWire, { description: 'The next five.' }),
  floats: Type.Array(FloatWire),
  frozen: Type.Array(FrozenWire),
})

export function toNowWire({
  at,
  verdict,
  proofs,
  rails,
  waiting,
  cases,
  floats,
  freezes,
  stopped,
  changedRows,
}: Now) {
  return {
    at: at.toISOString(),
    verdict,
    changed_rows: changedRows,
    proofs: {
      stuck: proofs.stuck,
      differ_minor: String(proofs.differMinor),
      differ_count: proofs.differCount,
      compared_at: isoOf(proofs.comparedAt),
      paid_twice: proofs.paidTwice,
      paid_count: proofs.paidCount,
      hold_minor: String(proofs.holdMinor),
      owe_minor: String(proofs.oweMinor),
      case_count: proofs.caseCount,
      case_overdue: proofs.caseOverdue,
      case_due_at: isoOf(proofs.caseDueAt),
      settled_count: proofs.settledCount,
      settled_minor: String(proofs.settledMinor),
      settled_seconds: proofs.settledSeconds,
    },
    rails: rails.map(toRailWire),
    waiting: waiting.map(({ type, status, count, minor, oldestId, oldestAt }) => ({
      type,
      status,
      count,
      minor: String(minor),
      oldest_transaction_id: formatId('transaction', oldestId),
      oldest_at: oldestAt.toISOString(),
    })),
    cases: cases.map(toCaseRowWire),
    floats: floats.map((place) => ({
      kind: place.kind,
      place: `${place.mode}:${place.place}`,
      name: place.title,
      state: place.state,
      ledger_minor: String(place.ledgerMinor),
      promised_minor: String(place.promisedMinor),
      in_flight_minor: String(place.inFlightMinor),
      hour_minor: String(place.hourMinor),
      read_at: isoOf(place.worldAt),
      empty_at: isoOf(place.emptyAt),
      is_low: place.isLow,
    })),
    frozen: [
      ...freezes.map(toFreezeWire),
      ...stopped.map(({ kind, name, state, reason }) => ({
        kind,
        name: `${name} is ${state}`,
        args: [],
        reason,
        by: null,
        at: null,
      })),
    ],
  }
}

function toRailWire(rail: Rail) {
  return {
    kind: rail.kind,
    name: rail.title,
    state: rail.state,
    ended: rail.ended,
    succeeded: rail.succeeded,
    typical_seconds: rail.p50Seconds,
    slowest_seconds: rail.p95Seconds,
    in_flight: rail.inFlight,
    in_flight_minor: String(rail.inFlightMinor),
    last_at: isoOf(rail.lastAt),
    points: rail.points,
  }
}

function toFreezeWire({ scope, subject, reason, placedBy, placedAt }: Freeze) {
  const id = scope === 'business' ? formatId('business', subject) : subject
  return {
    kind: scope,
    name:
      scope === 'all'
        ? 'Everything'
        : scope === 'business'
          ? id
          : nameOfFrozen(subject.split(':')[1] ?? subject),
    args: scope === 'all' ? ['all'] : [scope, ...id.split(':')],
    reason,
    by: placedBy,
    at: placedAt.toISOString(),
  }
}

/** A network is its own name; a bank has a key. */
function nameOfFrozen(subject: string): string {
  return nigerianBanks.byKey(subject)?.name ?? subject
}
