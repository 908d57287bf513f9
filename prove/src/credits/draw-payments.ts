import type { OrderedPayment } from '@afara/stack/simulators/bank-desk.ts'
import type { Random } from '../fuzz/random.ts'
import { goTogether, type PaymentFault, paymentFaults } from './payment-faults.ts'
import type { Place } from './places.ts'

// Equal payments by different payers on one day make lines hard to tell apart.
const roundAmounts = ['5000', '10000', '15000', '15000.50', '25000', '50000']

/** Faults that need a notifying vendor. The account without a feed cannot have them. */
const needsFeed = new Set(['settled_less', 'wrong_account', 'hook_two_payers'])

/** Draws payments. Half have no fault, and half have one or two; the faults take turns. */
export function createPaymentDraw(random: Random) {
  const bags = new Map<string, PaymentFault[]>()

  /** Returns each fault once at first. After that, each round contains every fault as often as its weight. */
  const nextFault = (place: Place): PaymentFault => {
    const bag = bags.get(place.number) ?? shuffle(random, [...new Set(faultsAt(place))])
    bags.set(place.number, bag)
    if (bag.length === 0) bag.push(...shuffle(random, faultsAt(place)))
    const fault = bag.pop()
    if (fault === undefined) throw new Error('the list of faults is empty')
    return fault
  }

  const drawFaults = (place: Place): PaymentFault[] => {
    if (random.oneIn(2)) return []
    const first = nextFault(place)
    if (!random.oneIn(3)) return [first]
    const second = random.pick(faultsAt(place))
    return goTogether(first, second) ? [first, second] : [first]
  }

  return (place: Place): OrderedPayment => {
    const faults = drawFaults(place).map(({ name, seconds }) =>
      seconds === undefined ? name : { fault: name, seconds },
    )
    return {
      account: place.number,
      amount: random.oneIn(8) ? random.pick(roundAmounts) : drawAmount(random),
      remark: random.pick(['', 'rent', 'invoice 7', 'transfer from Ada', 'goods']),
      faults: place.hasFeed ? faults : [...faults.filter((fault) => !isAboutHooks(fault)), 'hook_never'],
    }
  }
}

function faultsAt(place: Place): PaymentFault[] {
  return paymentFaults
    .filter(({ vendors }) => vendors === undefined || vendors.includes(place.vendor))
    .filter(({ name }) => place.hasFeed || !(needsFeed.has(name) || name.startsWith('hook_')))
    .flatMap((fault) => Array.from({ length: fault.weight }, () => fault))
}

function isAboutHooks(fault: OrderedPayment['faults'][number]): boolean {
  return (typeof fault === 'string' ? fault : fault.fault).startsWith('hook_')
}

/** The amount has kobo, so that it never equals a buy. */
function drawAmount(random: Random): string {
  return `${random.between(1_500, 90_000)}.${String(random.between(1, 99)).padStart(2, '0')}`
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  const shuffled: T[] = []
  while (left.length > 0) shuffled.push(...left.splice(random.below(left.length), 1))
  return shuffled
}
