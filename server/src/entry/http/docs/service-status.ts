import { isReachable } from '../../../kernel/postgres/server-status.ts'
import type { BankStanding } from '../../../movements/payouts/bank-standing.ts'
import type { AppDeps } from '../app-deps.ts'

type PartState = Readonly<{ tone: 'good' | 'warn' | 'bad' | 'quiet'; word: string }>
type ServicePart = Readonly<{ name: string; state: PartState; note: string }>
export type ServiceStatus = Readonly<{ isWorking: boolean; parts: readonly ServicePart[] }>

const working: PartState = { tone: 'good', word: 'Working' }
const notWorking: PartState = { tone: 'bad', word: 'Not working' }

/** Returns the public status of the service. It names no customer, amount or account. */
export async function readServiceStatus(
  deps: Pick<AppDeps, 'pool' | 'rates' | 'bankStandings'>,
): Promise<ServiceStatus> {
  const [canRecord, live, test] = await Promise.all([
    isReachable(deps.pool),
    deps.bankStandings.of('live').catch(() => undefined),
    deps.bankStandings.of('test').catch(() => undefined),
  ])
  const parts = [
    canRecord
      ? { name: 'API', state: working, note: 'Requests are accepted and recorded.' }
      : {
          name: 'API',
          state: notWorking,
          note: 'Requests cannot be recorded. They are answered 503; send them again.',
        },
    ratesPart(deps.rates),
    payoutsPart('Payouts to banks', live),
    payoutsPart('Payouts to banks in test mode', test),
  ]
  return { isWorking: parts.every(({ state }) => state.tone !== 'bad'), parts }
}

function ratesPart(rates: AppDeps['rates']): ServicePart {
  const name = 'Rates'
  try {
    return { name, state: working, note: `The newest rate expires at ${rates.read('otc_buy').expiresAt}.` }
  } catch {
    return { name, state: notWorking, note: 'There is no current rate. Requests for rates are answered 503.' }
  }
}

/** Describes the state of payouts. Banks with too few payouts are left out, because few payouts prove nothing about us or the bank. */
function payoutsPart(name: string, standings: ReadonlyMap<string, BankStanding> | undefined): ServicePart {
  const known = [...(standings?.values() ?? [])].filter(({ state }) => state !== 'unknown')
  if (known.length === 0)
    return {
      name,
      state: { tone: 'quiet', word: 'No data' },
      note: 'Too few payments in the last week to tell.',
    }
  const down = known.filter(({ state }) => state === 'down').length
  const impaired = known.filter(({ state }) => state === 'slow' || state === 'degraded').length
  const note = `${known.length - down - impaired} of ${known.length} banks work, ${impaired} are slow or fail at times, ${down} are down.`
  if (down === known.length) return { name, state: notWorking, note }
  return { name, state: down + impaired > 0 ? { tone: 'warn', word: 'Slower' } : working, note }
}
