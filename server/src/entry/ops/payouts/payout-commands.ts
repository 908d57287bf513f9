import type { Command } from 'commander'
import { requestChange } from '../../../flows/cases/propose-resolution.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { selectBankHealth } from '../../../movements/payouts/bank-health-store.ts'
import { selectOpenPayouts } from '../../../movements/payouts/open-payout-store.ts'
import { formatPayoutAccount } from '../../../movements/payouts/payout-account-name.ts'
import {
  type PayoutAccountOverview,
  requirePayoutAccount,
  selectPayoutAccounts,
} from '../../../movements/payouts/payout-overview-store.ts'
import { stopPayoutAccount } from '../../../movements/payouts/stop-payout-account.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { printAsked } from '../request-approval.ts'
import { bankLines, payoutAccountLines, payoutLines } from './format-payouts.ts'

type Reason = { reason: string }

const MOST_PAYOUTS = 50
const HOUR_MS = 3_600_000

/** Stopping an account that pays is for one person at once; letting it pay again takes two. */
export function addPayoutCommands(ops: Command, session: OpsSession): void {
  ops
    .command('payout-accounts')
    .description('the accounts of ours that naira is paid from: what they have, what waits, what is out')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...payoutAccountLines(await selectPayoutAccounts(pool), clock.now())),
      )
    })
  ops
    .command('payouts')
    .description('payments that are not over, the oldest first')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...payoutLines(await selectOpenPayouts(pool, MOST_PAYOUTS), clock.now())),
      )
    })
  ops
    .command('banks')
    .description('how banks did in the last hour, by our own payments')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ mode }: { mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) => {
        const since = new Date(clock.now().getTime() - HOUR_MS)
        session.print(...bankLines(await selectBankHealth(pool, of, since)))
      })
    })
  const account = ops
    .command('payout-account')
    .description('stop an account that we pay from, or let it pay again')
  addStop(account, session, {
    command: 'freeze',
    to: 'frozen',
    done: 'pays nothing, not even what was ordered. What is out is still asked about.',
  })
  addStop(account, session, {
    command: 'drain',
    to: 'draining',
    done: 'takes nothing new and finishes what it has.',
  })
  account
    .command('resume <account>')
    .description('let it pay again; takes two operators')
    .requiredOption('--reason <text>', 'what was found out')
    .action(async (name: string, { reason }: Reason) => {
      await session.run(async (deps) => {
        session.print(
          ...printAsked(await askToResume(deps, await requirePayoutAccount(deps.pool, name), reason)),
        )
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
    .description(`it ${done}`)
    .requiredOption('--reason <text>', 'what happened')
    .action(async (name: string, { reason }: Reason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id } = await requirePayoutAccount(pool, name)
        const by = { by: operator.id, reason: requireReason(reason), at: clock.now() }
        const wasMoved = await stopPayoutAccount(pool, { accountId: id, to, ...by })
        session.print(
          wasMoved ? `${name} ${done}` : `${name} is ${to} already.`,
          `Next, when it is understood: npx afara ops payout-account resume ${name} --reason "…"`,
        )
      })
    })
}

async function askToResume(deps: OpsDeps, account: PayoutAccountOverview, reason: string): Promise<string> {
  const shown = formatPayoutAccount(account)
  if (account.state === 'active')
    throw new Refusal('payout_account_move_refused', `${shown} is active: there is nothing to do.`)
  const because = account.frozenBecause === null ? '' : `: "${account.frozenBecause}"`
  return requestChange(deps, {
    operatorId: deps.operator.id,
    reason,
    change: {
      mode: account.mode,
      facts: { subject: `resume:${account.id}`, account: shown },
      summary: `Let ${shown} pay again; it is ${account.state}${because}.`,
      resolution: { action: 'resume_payouts', account_id: account.id },
    },
  })
}
