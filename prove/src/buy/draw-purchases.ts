import type { ChainWitness } from '../chains/chain-witness.ts'
import { drawShares } from '../draw-shares.ts'
import type { Random } from '../fuzz/random.ts'
import { sharedAccounts } from './places.ts'
import type { Conduct, Purchase, Shop } from './purchase.ts'

const surnames = ['ADEYEMI', 'OKAFOR', 'IBRAHIM', 'NWOSU', 'BALOGUN', 'ETIM', 'BELLO', 'LAWAL', 'UDOH']
const givenNames = ['CHINEDU', 'AISHA', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'UDUAK', 'SADE', 'IFEOMA']

// Shares of a hundred customers.
const conducts: ReadonlyArray<readonly [Conduct, number]> = [
  ['pays', 81],
  ['pays_oddly', 5],
  ['recalled', 4],
  ['underpays', 2],
  ['overpays', 2],
  ['splits', 2],
  ['stranger_pays', 2],
  ['never_pays', 2],
]

/** Faults of a payment that still identifies its payer and that a feed reports in the end. */
const anywhere = [
  'hook_five_times',
  'hook_out_of_order',
  'hook_before_requery',
  'hook_replayed',
  'hook_wrong_amount',
  'requery_late',
  'payer_full',
  'session_odd',
  'value_date_later',
  'settled_less',
  'narration_other_bank',
  'narration_blank',
  'narration_hostile',
]
const whereListed = ['hook_never', 'hook_bad_signature']

/** Faults that hide the payer, or double or misplace the money. They may need an operator, and nobody may be paid twice. */
const odd = [
  'payer_masked',
  'payer_blank',
  'payer_null',
  'session_missing',
  'twin_payment',
  'narration_coded',
]
const oddWhereListed = ['wrong_account']
const onlyWhereListed = new Set([...whereListed, ...oddWhereListed])

type Place = Readonly<{ shops: readonly Shop[]; chains: Readonly<{ all: readonly ChainWitness[] }> }>

/** Draws customers of all shops. Each has its own payer and its own address on a chain. */
export function drawPurchases(random: Random, count: number, place: Place): Purchase[] {
  const conductOf = drawShares(random, conducts)
  const allotment = allotFaults(random)
  return Array.from({ length: count }, (_, number) =>
    drawPurchase(random, number, place, conductOf(number), allotment),
  )
}

type Allotment = ReturnType<typeof allotFaults>

/**
 * Gives out each fault in turn, so that chance leaves none out. A fault that does not apply to an account without a list waits for the next
 * payer of an account with one.
 */
function allotFaults(random: Random) {
  const inTurns = (faults: readonly string[]) => {
    const start = random.below(faults.length)
    const queue = [...faults.slice(start), ...faults.slice(0, start)]
    return (isListed: boolean): string => {
      const at = queue.findIndex((fault) => isListed || !onlyWhereListed.has(fault))
      const [next = ''] = queue.splice(at, 1)
      queue.push(next)
      return next
    }
  }
  return { pays: inTurns([...anywhere, ...whereListed]), pays_oddly: inTurns([...odd, ...oddWhereListed]) }
}

/** Prepares every address to receive tokens. */
export async function openWallets({ chains }: Place, purchases: readonly Purchase[]): Promise<void> {
  for (const { network, openWallets } of chains.all)
    await openWallets(
      purchases.flatMap(({ wallet }) => (wallet?.network === network ? [wallet.address] : [])),
    )
}

function drawPurchase(
  random: Random,
  number: number,
  { shops, chains }: Place,
  drawn: Conduct,
  allotment: Allotment,
): Purchase {
  const chain = random.pick(chains.all)
  const shop = random.pick(shops)
  const shared = random.oneIn(4) ? random.pick(sharedAccounts) : undefined
  const isListed = shared?.hasList ?? true
  // Without a list, only the statement shows a credit that was taken back.
  const conduct = drawn === 'recalled' && !isListed ? 'pays' : drawn
  return {
    reference: `buy-${number}`,
    shop,
    account: shared?.number ?? shop.ownAccount,
    // Each amount is unique, so no two payments can be confused by their amount.
    amountMinor: BigInt(random.between(2_000, 4_000)) * 1_000n + BigInt(number),
    payer: {
      account_number: `0${String(300_000_000 + number)}`,
      name: `${random.pick(surnames)} ${random.pick(givenNames)} ${random.pick(givenNames)}`,
      bank: 'GTB',
    },
    wallet: random.oneIn(20)
      ? null
      : {
          network: chain.network,
          address: chain.drawWallet(random),
        },
    conduct,
    faults: drawFaults(random, conduct, isListed, allotment),
  }
}

function drawFaults(
  random: Random,
  conduct: Conduct,
  isListed: boolean,
  next: Allotment,
): Purchase['faults'] {
  // The reversal falls before, during or after the delivery.
  if (conduct === 'recalled') return [{ fault: 'reversed_soon', seconds: random.between(1, 20) }]
  if (conduct === 'pays_oddly') return [next.pays_oddly(isListed)]
  return conduct === 'pays' && random.oneIn(2) ? [next.pays(isListed)] : []
}
