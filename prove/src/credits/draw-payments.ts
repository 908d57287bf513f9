import type { Random } from '../fuzz/random.ts'
import type { OrderedPayment } from './bank-desk.ts'
import { goTogether, type PaymentFault, paymentFaults } from './payment-faults.ts'
import type { Place } from './places.ts'

// Equal payments of different people on one day are what makes lines hard to tell apart.
const roundAmounts = ['5000', '10000', '15000', '15000.50', '25000', '50000']

/** Faults that need a vendor who tells: the account without a feed has none. */
const needsFeed = new Set(['settled_less', 'wrong_account', 'hook_two_payers'])

/** What payers do in one go: half of it plain, half with one fault or two, each of them in its turn. */
export function createPaymentDraw(random: Random) {
  const bags = new Map<string, PaymentFault[]>()

  /** Each fault once at first; then each as often as it weighs before any comes again. */
  const nextFault = (place: Place): PaymentFault => {
    const bag = bags.get(place.number) ?? shuffle(random, [...new Set(faultsAt(place))])
    bags.set(place.number, bag)
    if (bag.length === 0) bag.push(...shuffle(random, faultsAt(place)))
    const fault = bag.pop()
    if (fault === undefined) throw new Error('there is no fault to draw')
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

/** With kobo, so that no buy asks for it. */
function drawAmount(random: Random): string {
  return `${random.between(1_500, 90_000)}.${String(random.between(1, 99)).padStart(2, '0')}`
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  const shuffled: T[] = []
  while (left.length > 0) shuffled.push(...left.splice(random.below(left.length), 1))
  return shuffled
}
