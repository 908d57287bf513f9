import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { printSpan } from '../output/moment.ts'
import { printNaira, readAmount } from '../output/money.ts'
import { toPlainText } from '../output/plain-text.ts'
import { readSpan } from '../output/read-span.ts'
import { printFacts, printTable } from '../output/table.ts'
import { requireTransactionId } from '../require-transaction-id.ts'
import { example, type Runner } from '../runner.ts'
import { followRun } from '../sandbox/follow-run.ts'
import { loadScenarios, type RunReply } from '../sandbox/scenario.ts'
import { UsageError } from '../usage-error.ts'

type TriggerFlags = Readonly<{
  amount?: string
  reference?: string
  network?: string
  wallet?: string
  account?: string
  count?: string
  seconds?: string
  wait?: boolean
}>

/** Commands for test mode, including scenarios that fail on purpose. */
export function addSandboxCommands(program: Command, { act }: Runner): void {
  program
    .command('scenarios')
    .description('list the scenarios of test mode')
    .addHelpText('after', example('afara scenarios'))
    .action(
      act(async (session) => {
        const { reply, scenarios } = await loadScenarios(session)
        session.show(reply, () =>
          printTable(
            [{ title: 'scenario' }, { title: 'ends' }, { title: 'what happens' }],
            scenarios.map(({ name, sentence, expect }) => [name, expect.at(-1) ?? '–', sentence]),
            session.paint,
          ),
        )
        return undefined
      }),
    )

  program
    .command('trigger')
    .argument('<scenario>', 'see "afara scenarios"')
    .option('--amount <amount>', 'naira or NGNC')
    .option('--reference <text>', 'the reference of its transaction')
    .option('--network <name>', 'the network of the wallet')
    .option('--wallet <address>', 'the wallet')
    .option('--account <number>', 'the account of the payer or beneficiary')
    .option('--count <count>', 'the number of transactions, for scenarios that create several')
    .option('--seconds <seconds>', 'the delay, for scenarios with a delay')
    .option('--wait', 'wait until the transaction is final, and show each event')
    .description('run a scenario, optionally with your own values')
    .addHelpText('after', example('afara trigger short_payment --amount 20000 --wait'))
    .action(
      act<TriggerFlags>(async (session, flags, scenario = '') => {
        const fields = {
          amount: flags.amount === undefined ? undefined : requireAmount(flags.amount),
          reference: flags.reference,
          network: flags.network,
          wallet_address: flags.wallet,
          account_number: flags.account,
          count: flags.count === undefined ? undefined : Number(flags.count),
          seconds: flags.seconds === undefined ? undefined : Number(flags.seconds),
        }
        const given = Object.entries(fields).filter(([, value]) => value !== undefined)
        const path = `/sandbox/v1/scenarios/${encodeURIComponent(scenario)}`
        const reply = await session.post<RunReply>(path, Object.fromEntries(given), {
          idempotencyKey: randomUUID(),
        })
        const { run } = reply.body
        session.show(reply, () => [
          ...printFacts(
            [
              ['scenario', run.scenario],
              ['transaction', run.transaction_ids.join(', ') || 'none'],
              ['expect', run.expect.join(', ')],
            ],
            session.paint,
          ),
          ...(flags.wait === true || run.transaction_id === null
            ? []
            : [`Then: afara timeline ${run.transaction_id}`]),
        ])
        return flags.wait === true ? followRun(session, run) : undefined
      }),
    )

  program
    .command('pay')
    .argument('<id>', 'txn_… of a buy')
    .option('--amount <naira>', 'pay this amount instead of the amount of the buy')
    .description('simulate the payment of a test buy')
    .addHelpText(
      'after',
      example('afara pay txn_01a1dd74d1207df98aa4550d03693dee', 'afara pay txn_… --amount 100'),
    )
    .action(
      act<{ amount?: string }>(async (session, flags, given) => {
        const id = requireTransactionId(given)
        const amount = flags.amount === undefined ? undefined : requireAmount(flags.amount)
        const reply = await session.post<{ message: string; payment?: { amount?: string } }>(
          '/sandbox/v1/payments',
          { transaction_id: id, ...(amount === undefined ? {} : { amount }) },
        )
        const paid = reply.body.payment?.amount
        session.show(reply, () => [
          `${toPlainText(reply.body.message)}${paid === undefined ? '' : ` (${printNaira(paid)})`}`,
          `Then: afara timeline ${id}`,
        ])
        return undefined
      }),
    )

  program
    .command('deposit')
    .argument('<id>', 'txn_… of a sell from a wallet')
    .option('--amount <NGNC>', 'send this amount instead of the amount of the sell')
    .description('simulate the token deposit of a test sell')
    .addHelpText('after', example('afara deposit txn_01a1dd74d1447e93b28364167f806c36'))
    .action(
      act<{ amount?: string }>(async (session, flags, given) => {
        const id = requireTransactionId(given)
        const amount = flags.amount === undefined ? undefined : requireAmount(flags.amount)
        const body = { transaction_id: id, ...(amount === undefined ? {} : { amount }) }
        const reply = await session.post<{ message: string }>('/sandbox/v1/deposits', body)
        session.show(reply, () => [toPlainText(reply.body.message), `Then: afara timeline ${id}`])
        return undefined
      }),
    )

  program
    .command('clock')
    .option('--advance <span>', 'move the clock forward, such as 25h or 2d')
    .description('show or move the test clock')
    .addHelpText('after', example('afara clock --advance 25h'))
    .action(
      act<{ advance?: string }>(async (session, { advance }) => {
        type Clock = { clock: { now: string; offset_seconds: string } }
        let reply: Awaited<ReturnType<typeof session.get<Clock>>>
        if (advance === undefined) reply = await session.get<Clock>('/sandbox/v1/clock')
        else {
          const seconds = readSpan(advance)
          if (seconds === undefined)
            throw new UsageError(`"${advance}" is not a duration. Use 25h, 90min or 2d.`)
          reply = await session.post<Clock>('/sandbox/v1/clock', { advance_seconds: seconds })
        }
        const { now, offset_seconds: offset } = reply.body.clock
        const ahead = Number(offset)
        session.show(reply, () => [
          `${session.moment(now)}${ahead === 0 ? ', real time' : `, ${printSpan(ahead * 1000)} ahead`}`,
        ])
        return undefined
      }),
    )

  program
    .command('reset')
    .description('cancel open test transactions and set the clock back')
    .addHelpText('after', example('afara reset'))
    .action(
      act(async (session) => {
        type Reset = { cancelled: string; still_open: Record<string, string> }
        const reply = await session.post<{ message: string; reset: Reset }>('/sandbox/v1/reset', {})
        const { message, reset } = reply.body
        session.show(reply, () => [
          toPlainText(message),
          ...printFacts(
            [
              ['cancelled', reset.cancelled],
              [
                'still open',
                Object.entries(reset.still_open)
                  .map(([type, count]) => `${count} ${type}`)
                  .join(', '),
              ],
            ],
            session.paint,
          ),
        ])
        return undefined
      }),
    )
}

function requireAmount(typed: string): string {
  const amount = readAmount(typed)
  if (amount === undefined) throw new UsageError(`"${typed}" is not an amount. Use 15000 or 15000.50.`)
  return amount
}
