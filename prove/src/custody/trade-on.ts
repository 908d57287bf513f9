import { setTimeout as sleep } from 'node:timers/promises'
import type { SoftToken } from '@afara/stack/services/soft-token.ts'
import type { ChainWitness } from '../chains/chain-witness.ts'
import { minorOf } from '../chains/sent.ts'
import type { Random } from '../fuzz/random.ts'
import type { LiveStack } from '../live-stack.ts'
import { unless } from '../shortfalls.ts'
import type { SignerLog } from './signer-log.ts'
import { buy, sell, untilCompleted } from './trade.ts'

type TradeDeps = Readonly<{
  stack: LiveStack
  chain: ChainWitness
  token: SoftToken
  log: SignerLog
  random: Random
}>

export type Traded = Readonly<{ bought: boolean; sold: boolean; shortfalls: readonly string[] }>

const LEAST_NAIRA = 15_000
const HOME_WITHIN_MS = 120_000

/** Makes one buy and one sell. The module is unavailable when each first needs a signature. */
export async function tradeOn(deps: TradeDeps): Promise<Traded> {
  const { stack, chain, random } = deps
  const wallet = chain.drawWallet(random)
  await chain.openWallets([wallet])
  // Each network has its own amount, so that a payment matches its buy.
  const naira = LEAST_NAIRA + random.below(10_000)
  const [bought, buyUnable] = await whileAway(deps, async () => buy(stack, chain, { naira, wallet }))
  const status = await untilCompleted(stack, bought)
  const got = await chain.holding(wallet)
  // The seed's business pays no fee.
  const owed = BigInt(naira) * 100n * chain.unit

  const purse = await chain.openPurse()
  try {
    const [sold, sellUnable] = await whileAway(deps, async () => {
      const { id, deposit } = await sell(stack, chain, naira)
      await purse.give(chain.placeOf(deposit), owed)
      return id
    })
    const soldStatus = await untilCompleted(stack, sold)
    const isHome = await untilHome(chain, naira)
    return {
      bought: status === 'completed' && got === owed,
      sold: soldStatus === 'completed' && isHome,
      shortfalls: [
        ...unless(status === 'completed', `the buy is still ${status}`),
        ...unless(got === owed, `the wallet of the buy received ${got} of ${owed} units`),
        ...unless(buyUnable, 'the buy was signed although the module was removed'),
        ...unless(soldStatus === 'completed', `the sell is still ${soldStatus}`),
        ...unless(isHome, 'the tokens of the sell were not swept'),
        ...unless(sellUnable, 'the tokens of the sell were swept although the module was removed'),
      ],
    }
  } finally {
    await purse.stop()
  }
}

/** Starts the work while the module is unavailable, and brings it back once the signer has failed to sign. */
async function whileAway<T>({ token, log }: TradeDeps, begin: () => Promise<T>): Promise<[T, boolean]> {
  const before = log.unable()
  token.takeAway()
  try {
    const begun = await begin()
    return [begun, await log.untilUnable(before)]
  } finally {
    token.bringBack()
  }
}

/** Waits until a transfer of the sold amount arrives at one of our lanes, and reports whether it did. */
async function untilHome(chain: ChainWitness, naira: number): Promise<boolean> {
  const deadline = performance.now() + HOME_WITHIN_MS
  while (performance.now() < deadline) {
    const came = (await chain.transfers()).filter(({ to }) => chain.lanes.includes(to))
    if (came.some((sent) => minorOf(sent) === BigInt(naira) * 100n)) return true
    await sleep(500)
  }
  return false
}
