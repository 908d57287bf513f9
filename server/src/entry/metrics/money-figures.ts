import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { type Figure, readMoneyInFigures } from '../../movements/credits/money-in-figures-store.ts'

export type MoneyFigures = Readonly<{ print(): Promise<string> }>

/** Metrics that come from PostgreSQL, in print order. */
const helps: Readonly<Record<string, string>> = {
  hints_waiting: 'Notifications that the bank has not confirmed yet.',
  hints_given_up: 'Notifications that the bank has not confirmed after three days.',
  hint_age_seconds: 'Age of the oldest notification that the bank has not confirmed yet.',
  feed_lag_seconds:
    'Time since the list of credits of an account was last read completely, for the account read least recently.',
  feed_failures: 'Consecutive failures to read the list of credits of an account, for the worst account.',
  account_look_late_seconds: 'How long the next check of an account is overdue, for the latest account.',
  account_look_failures: 'Consecutive failed checks of an account, for the worst account.',
  deposit_lag_blocks: 'Final blocks of a network that have not been read for deposits yet.',
  deposit_read_age_seconds: 'Time since a network was last read for deposits.',
  deposit_halted:
    '1 if a network shows a different history from the one already read; nothing is credited then.',
  reconciliation_difference:
    'Outside balance minus the books, after everything in flight is counted; the largest one of the place. In kobo; for gas in its smallest unit; for the ledger the number of findings.',
  reconciliation_confirmed: '1 if a difference was seen in two comparisons and a case was opened.',
  reconciliation_age_seconds: 'Time since the last comparison, for the one compared least recently.',
  seals_verified_age_seconds: 'Time since all sealed rows were last hashed again.',
  seals_owed_rows: 'Sealed rows that should have been hashed again by now.',
  checks_age_seconds: 'Time since the slowest check last covered everything.',
  checks_failing: 'Checks that cannot run, or whose sums do not agree.',
  float_minor: 'Book balance of a lane or a payout account, in kobo.',
  float_promised_minor: 'Amount waiting to be sent from a lane or paid from a payout account, in kobo.',
  float_runway_seconds: 'How long the free balance lasts at the rate of the last hour.',
  unswept_minor: 'Balance of the deposit addresses of a network, in kobo.',
  unswept_age_seconds: 'Age of the oldest tokens at the deposit addresses of a network.',
  sweeper_gas_units: 'Gas balance of the sweeping wallet, in the smallest unit of the network.',
  cases_open: 'Open cases.',
  cases_overdue: 'Open cases past their deadline.',
  case_due_seconds: 'Time until the next deadline of an open case. Negative after it.',
  steps_late: 'Steps that are due for more than ten seconds.',
  step_late_seconds: 'How long the oldest late step is overdue.',
  step_failures: 'Consecutive failures of a late step.',
  transactions_open: 'Transactions that have not ended.',
  transaction_age_seconds: 'How long a transaction has been in its status, for the oldest one.',
  payouts_unknown: 'Payouts whose result the bank has not told us.',
  payout_unconfirmed_seconds: 'Time since the oldest payout without a result was first sent.',
  transfers_unconfirmed: 'Transfers that are not final on their network.',
  transfer_unconfirmed_seconds: 'Age of the oldest transfer that is not final.',
  delivery_waiting_seconds: 'How long the oldest cleared delivery has waited for a transfer.',
  payout_waiting_seconds: 'How long the oldest cleared payout has waited to be sent.',
  rate_age_seconds: 'Time since the newest rate was published.',
  rate_expired_seconds: 'Time since the newest published rate expired.',
  webhook_endpoints_failing: 'Active endpoints of businesses whose last delivery failed.',
  webhook_failing_seconds:
    'Time since the first of the failures in a row, for the endpoint that has failed longest.',
  service_ended_total:
    'Deliveries, payouts and notifications that ended, or of which the first delivery began.',
  service_in_time_total: 'Those of them that were in time.',
  database_single_node: '1 if commits wait for no standby, so that the loss of a machine loses them.',
  database_standbys: 'Standbys that are connected to the database.',
  seal_lag_seconds: 'How much older the newest seal is than the newest ledger entry.',
}

const FRESH_MS = 5_000

/** Prints the figures in Prometheus format. Queries PostgreSQL at most once in five seconds, regardless of the number of readers. */
export function createMoneyFigures(deps: {
  pool: Pool
  clock: Clock
  onError: (error: unknown) => void
}): MoneyFigures {
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
      return [
        `# HELP afara_${name} ${help}`,
        `# TYPE afara_${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
        ...lines,
      ].join('\n')
    })
    .map((block) => `${block}\n`)
    .join('')
}

function formatLabels(labels: Figure['labels']): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')
}
