import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { type Figure, readMoneyInFigures } from '../../movements/credits/money-in-figures-store.ts'

export type MoneyInFigures = Readonly<{ print(): Promise<string> }>

/** What is told about money in, in the order it is printed. */
const helps: Readonly<Record<string, string>> = {
  hints_waiting: 'Notifications that wait for the word of the bank.',
  hints_given_up: 'Notifications of which the bank knows nothing after three days.',
  hint_age_seconds: 'How long the oldest of them has waited.',
  feed_lag_seconds: 'Since the list of an account was last read to its end.',
  feed_failures: 'How often in a row the list of an account could not be read.',
  account_look_late_seconds: 'How long a look at an account is overdue.',
  account_look_failures: 'How often in a row a look at an account failed.',
  deposit_lag_blocks: 'Blocks of a network that are final and were not read for deposits yet.',
  deposit_read_age_seconds: 'Since a network was last read for deposits.',
  deposit_halted:
    'Whether a network shows another past than the one that was read: 1, and nothing is credited.',
  reconciliation_difference:
    'What the world has beyond the books when all that is under way is counted: in kobo, gas in its smallest unit, of the ledger the number of findings.',
  reconciliation_confirmed: 'Whether it stood in two looks: 1, and people were asked.',
  reconciliation_age_seconds: 'Since it was last compared.',
  seals_verified_age_seconds: 'Since all sealed rows were last hashed anew.',
  float_minor: 'What the books have in a lane or a payout account, in kobo.',
  float_promised_minor: 'What waits to be sent or paid from it, in kobo.',
  float_runway_seconds: 'How long what is free lasts at the pace of the last hour.',
  unswept_minor: 'What is at the deposit addresses of a network, in kobo.',
  unswept_age_seconds: 'How long the oldest of it has been there.',
  sweeper_gas_units: 'What the wallet that sweeps has for gas, in the smallest units of the network.',
  cases_open: 'Cases that wait for a person.',
  cases_overdue: 'Cases that have waited too long.',
}

const FRESH_MS = 5_000

/** Prints the figures in Prometheus' format. However many ask, PostgreSQL is asked once in five seconds. */
export function createMoneyInFigures(deps: {
  pool: Pool
  clock: Clock
  onError: (error: unknown) => void
}): MoneyInFigures {
  let page: { atMs: number; text: Promise<string> } | undefined
  const read = async (at: Date): Promise<string> => {
    try {
      return format(await readMoneyInFigures(deps.pool, at))
    } catch (error) {
      deps.onError(error)
      page = undefined
      return ''
    }
  }
  return {
    print: async () => {
      const at = deps.clock.now()
      if (page === undefined || Math.abs(at.getTime() - page.atMs) > FRESH_MS)
        page = { atMs: at.getTime(), text: read(at) }
      return page.text
    },
  }
}

function format(figures: readonly Figure[]): string {
  return Object.entries(helps)
    .map(([name, help]) => {
      const lines = figures
        .filter((figure) => figure.name === name)
        .map(({ labels, value }) => `afara_${name}{${formatLabels(labels)}} ${value}`)
      return [`# HELP afara_${name} ${help}`, `# TYPE afara_${name} gauge`, ...lines].join('\n')
    })
    .map((block) => `${block}\n`)
    .join('')
}

function formatLabels(labels: Figure['labels']): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${label === 'account' ? formatId('vendorAccount', value) : value}"`)
    .join(',')
}
