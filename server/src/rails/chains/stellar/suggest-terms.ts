import type { Clock } from '../../../kernel/clock/clock.ts'
import { OddAnswer, readNumberOrText, readObject } from '../../vendor-json.ts'
import type { Horizon } from './horizon.ts'
import { readDigits, readHead, requireNetwork } from './horizon-values.ts'
import { type StellarTerms, termsFor } from './terms.ts'

// More than the least that the network takes, so that a little crowding changes nothing. No more is taken than others pay too.
const LEAST_FEE = 1_000n
// So far a ledger may be ahead of our clock, with what is signed being good for two minutes more: the signer takes no later end than ten
// minutes by its own, and would refuse each payment for good.
const MOST_AHEAD_SECONDS = 450n

type Deps = Readonly<{ horizon: Horizon; passphrase: string; clock: Clock; mostFee: bigint }>

/**
 * What all but the dearest paid lately, or twice the least, for each operation. The ledger's own time is what decides about bounds, unless
 * it stands still.
 */
export async function suggestTerms(
  { horizon, passphrase, clock, mostFee }: Deps,
  operations: number,
  signal: AbortSignal,
): Promise<StellarTerms> {
  const [stats, head] = await Promise.all([
    horizon.get('/fee_stats', signal),
    readHead(horizon, signal),
    requireNetwork(horizon, passphrase, signal),
  ])
  const charged = readFee(readObject(stats['fee_charged'], 'fee_charged')['p95'], 'p95')
  const least = 2n * readFee(stats['last_ledger_base_fee'], 'last_ledger_base_fee')
  const each = [charged, least].reduce((most, fee) => (fee > most ? fee : most), LEAST_FEE)
  const now = BigInt(Math.floor(clock.now().getTime() / 1000))
  if (head.closedAtSeconds > now + MOST_AHEAD_SECONDS)
    throw new OddAnswer(`its ledger is of ${head.closedAtSeconds}, and it is ${now} by our clock`)
  const time = head.closedAtSeconds > now ? head.closedAtSeconds : now
  return termsFor(each * BigInt(operations), time, mostFee)
}

function readFee(value: unknown, what: string): bigint {
  return readDigits(readNumberOrText(value, what), what)
}
