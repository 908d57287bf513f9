import type { Command } from 'commander'
import { Refusal } from '../../../kernel/refusal.ts'
import { selectBankHealth } from '../../../movements/payouts/bank-standing-store.ts'
import { stopPayoutAccount } from '../../../movements/payouts/payout-account-store.ts'
import {
  formatPayoutAccount,
  type PayoutAccountOverview,
  requirePayoutAccount,
  selectOpenPayouts,
  selectPayoutAccounts,
} from '../../../movements/payouts/payout-overview-store.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { addFundPayoutAccount, addOpenPayoutAccount } from '../open-commands.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatBankHealth, formatPayoutAccounts, formatPayouts } from './format-payouts.ts'

type WithReason = { reason: string }

const MAX_PAYOUTS_SHOWN = 50
const HOUR_MS = 3_600_000

/** One operator can stop a payout account at once. Resuming it needs two. */
export function addPayoutCommands(ops: Command, session: OpsSession): void {
  ops
    .command('payout-accounts')
    .description('list payout accounts: balance, queue, pending payouts')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...formatPayoutAccounts(await selectPayoutAccounts(pool), clock.now())),
      )
    })
  ops
    .command('payouts')
    .description('list pending payouts, oldest first')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...formatPayouts(await selectOpenPayouts(pool, MAX_PAYOUTS_SHOWN), clock.now())),
      )
    })
  ops
    .command('banks')
    .description('show how the payouts to each bank went in the last hour')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ mode }: { mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) => {
        const since = new Date(clock.now().getTime() - HOUR_MS)
        session.print(...formatBankHealth(await selectBankHealth(pool, of, since)))
      })
    })
  const account = ops.command('payout-account').description('manage payout accounts')
  addOpenPayoutAccount(account, session)
  addFundPayoutAccount(account, session)
  addStop(account, session, {
    command: 'freeze',
    to: 'frozen',
    done: 'pays nothing, not even ordered payouts. Pending payouts are still queried.',
  })
  addStop(account, session, {
    command: 'drain',
    to: 'draining',
    done: 'gets no new payouts and finishes the ones that it has.',
  })
  account
    .command('resume <account>')
    .description('resume payouts; needs two operators')
    .requiredOption('--reason <text>', 'what you found')
    .action(async (name: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        session.print(...(await requestResume(deps, await requirePayoutAccount(deps.pool, name), reason)))
      })
    })
}

function addStop(
  account: Command,
  session: OpsSession,
  { command, to, done }: { command: string; to: 'frozen' | 'draining'; done: string },
): void {
  account
    .command(`${command} <account>`)
    .description(`the account ${done}`)
    .requiredOption('--reason <text>', 'what happened')
    .action(async (name: string, { reason }: WithReason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id } = await requirePayoutAccount(pool, name)
        const by = { by: operator.id, reason: requireReason(reason), at: clock.now() }
        const wasMoved = await stopPayoutAccount(pool, { accountId: id, to, ...by })
        session.print(
          wasMoved ? `${name} ${done}` : `${name} is already ${to}.`,
          `Next, after the investigation: npx afara ops payout-account resume ${name} --reason "…"`,
        )
      })
    })
}

async function requestResume(
  deps: OpsDeps,
  account: PayoutAccountOverview,
  reason: string,
): Promise<string[]> {
  const shown = formatPayoutAccount(account)
  if (account.state === 'active')
    throw new Refusal('payout_account_move_refused', `${shown} is active. Nothing was done.`)
  const because = account.frozenBecause === null ? '' : `: "${account.frozenBecause}"`
  return requestApproval(deps, reason, {
    mode: account.mode,
    facts: { subject: `resume:${account.id}`, account: shown },
    summary: `Resume payouts from ${shown}. It is ${account.state}${because}.`,
    resolution: { action: 'resume_payouts', account_id: account.id },
  })
}
