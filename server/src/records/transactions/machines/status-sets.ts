import type { Machine } from './machine.ts'
import { machines } from './machines.ts'

type StatusSet = Readonly<{ name: string; meaning: string; statuses: readonly string[] }>

/** Events that can still happen to a transaction that ended: a bank takes naira back, or money arrives late. */
const LATE_EVENTS: ReadonlySet<string> = new Set([
  'credit_recalled',
  'late_credit',
  'late_deposit',
  'refund_came_back',
  'payout_returned',
])

const { buy, sell, withdrawal } = machines
const awaitingPayment = statusesWith(['paid_in_full', 'paid_in_part', 'topped_up'], buy)
const awaitingDeposit = statusesWith(['deposited_in_full', 'topped_up'], sell)

/**
 * Sets of statuses that SQL needs. Each set is defined by the events that can happen in its statuses. A new status joins a set through its
 * edges, so SQL has no lists to maintain. `npm run generate` writes each set as a function that returns the names.
 */
export const statusSets: readonly StatusSet[] = [
  {
    name: 'statuses_awaiting_payment',
    meaning: 'A buy waits for naira.',
    statuses: awaitingPayment,
  },
  {
    name: 'statuses_taking_credits',
    meaning: 'A credit may still belong to the buy, in time or late.',
    statuses: [...awaitingPayment, ...statusesWith(['late_credit'], buy)],
  },
  {
    name: 'statuses_awaiting_deposit',
    meaning: 'A sell waits for tokens.',
    statuses: awaitingDeposit,
  },
  {
    name: 'statuses_taking_deposits',
    meaning: 'A deposit may still belong to the sell, in time or late.',
    statuses: [...awaitingDeposit, ...statusesWith(['late_deposit'], sell)],
  },
  {
    name: 'statuses_lapsed',
    meaning: 'It ended without money. Money that comes now is late.',
    statuses: statusesWith(['late_credit', 'late_deposit'], buy, sell),
  },
  {
    name: 'statuses_cancellable',
    meaning: 'The business may still cancel it.',
    statuses: statusesWith(['cancelled'], buy, sell),
  },
  {
    name: 'statuses_before_clearing',
    meaning:
      'Checks or a decision of the business must finish before the tokens leave. A wallet can block it here.',
    statuses: statusesWith(['checks_passed', 'fixed'], buy, withdrawal),
  },
  {
    name: 'statuses_being_decided',
    meaning: 'An operator or the business must decide. A case says what.',
    statuses: statusesWith(['released', 'fixed'], buy, sell, withdrawal),
  },
  {
    name: 'statuses_to_deliver',
    meaning: 'It is cleared, and its tokens have not left.',
    statuses: statusesWith(['transfer_signed'], buy, withdrawal),
  },
  {
    name: 'statuses_to_pay_out',
    meaning: 'It is cleared, and its naira has not left or came back.',
    statuses: statusesWith(['payout_ordered'], sell),
  },
  {
    name: 'statuses_refund_owed',
    meaning: 'We owe a refund that is not paid.',
    statuses: statusesWith(['refund_paid', 'refund_redirected'], buy, sell),
  },
  {
    name: 'statuses_ended',
    meaning: 'It has ended. Only a bank or a late payment can still change it.',
    statuses: unique(
      Object.values(machines).flatMap(({ edges }: Machine) =>
        Object.keys(edges).filter((status) =>
          Object.keys(edges[status] ?? {}).every((event) => LATE_EVENTS.has(event)),
        ),
      ),
    ),
  },
]

/** Returns the statuses of these machines that one of these events can leave. */
function statusesWith(events: readonly string[], ...of: readonly Machine[]): string[] {
  return unique(
    of.flatMap(({ edges }) =>
      Object.keys(edges).filter((status) =>
        events.some((event) => Object.hasOwn(edges[status] ?? {}, event)),
      ),
    ),
  )
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
