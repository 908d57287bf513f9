import type { ChainWitness } from '../chains/chain-witness.ts'
import { drawShares } from '../draw-shares.ts'
import type { Random } from '../fuzz/random.ts'
import { sharedAccounts } from './places.ts'
import type { Conduct, Purchase, Shop } from './purchase.ts'

const surnames = ['ADEYEMI', 'OKAFOR', 'IBRAHIM', 'NWOSU', 'BALOGUN', 'ETIM', 'BELLO', 'LAWAL', 'UDOH']
const givenNames = ['CHINEDU', 'AISHA', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'UDUAK', 'SADE', 'IFEOMA']

// Of a hundred customers.
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

/** What may go wrong with a payment by which its payer is still known, and of which a feed tells in the end all the same. */
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

/** What takes away by what a payer is known, or doubles or misplaces the money: people may have to look, and nobody may be paid twice. */
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

/** Customers of all shops, each with a payer and an address of their own on some chain. */
export function drawPurchases(random: Random, count: number, place: Place): Purchase[] {
  const conductOf = drawShares(random, conducts)
  const allotment = allotFaults(random)
  return Array.from({ length: count }, (_, number) =>
    drawPurchase(random, number, place, conductOf(number), allotment),
  )
}

type Allotment = ReturnType<typeof allotFaults>

/** Each fault in its turn, so that chance leaves none out. One that has no meaning where a payer pays waits for the next who pays elsewhere. */
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

/** From now on everybody's address can receive tokens. */
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
  // Without a list, only the statement shows what was taken back.
  const conduct = drawn === 'recalled' && !isListed ? 'pays' : drawn
  return {
    reference: `buy-${number}`,
    shop,
    account: shared?.number ?? shop.ownAccount,
    // Different for all, so that no two payments can be taken for each other by their amount alone.
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
  // Now before the tokens leave, now while they are on their way, now afterwards.
  if (conduct === 'recalled') return [{ fault: 'reversed_soon', seconds: random.between(1, 20) }]
  if (conduct === 'pays_oddly') return [next.pays_oddly(isListed)]
  return conduct === 'pays' && random.oneIn(2) ? [next.pays(isListed)] : []
}
