import type { Command } from 'commander'
import { describeSides } from '../../records/rates/choose-quotes.ts'
import { selectDecisions } from '../../records/rates/decision-store.ts'
import { pairs, parsePair } from '../../records/rates/pair.ts'
import { setOperatorRate } from '../../records/rates/set-operator-rate.ts'
import { type AdminSession, accountable, requirePerson } from './admin-session.ts'
import { describeHistory, describeRates } from './rates-report.ts'

type SetOptions = {
  pair: string
  bid: string
  ask: string
  expiresInHours: string
  actor: string
  approver?: string
  reason: string
  far?: true
}

export function addRatesCommands(program: Command, session: AdminSession): void {
  const rates = program.command('rates').description('what currencies cost')
  addSet(rates, session)

  rates
    .command('show')
    .description('what is published, what each source said, and what was dropped and why')
    .action(async () => {
      await session.run(async ({ pool, clock }) => {
        session.print(...(await describeRates(pool, clock.now())))
      })
    })

  rates
    .command('history')
    .description('what was decided about a pair, the newest first')
    .requiredOption('--pair <pair>', pairs.join(', '))
    .option('--most <number>', 'how many decisions', '20')
    .action(async ({ pair, most }: { pair: string; most: string }) => {
      await session.run(async ({ pool }) => {
        const decisions = await selectDecisions(
          pool,
          parsePair(pair),
          Math.max(1, Math.trunc(Number(most)) || 20),
        )
        session.print(...describeHistory(decisions))
      })
    })
}

function addSet(rates: Command, session: AdminSession): void {
  accountable(
    rates
      .command('set')
      .description('set a rate by hand, instead of the sources, until it expires; takes two operators'),
  )
    .option('--approver <email>', 'the second operator')
    .requiredOption('--pair <pair>', pairs.join(', '))
    .requiredOption('--bid <decimal>', 'what one unit sells for')
    .requiredOption('--ask <decimal>', 'what one unit costs')
    .requiredOption('--expires-in-hours <hours>', 'how long it holds, 168 at most; 0.5 is half an hour')
    .option('--far', 'the rate is meant, although it is more than 10 % from the last published')
    .action(async ({ expiresInHours, actor, approver, far, ...options }: SetOptions) => {
      await session.run(async (deps) => {
        const rate = await setOperatorRate(deps, {
          ...options,
          approver,
          actor: requirePerson(actor),
          expiresInHours: Number(expiresInHours),
          isFar: far,
        })
        session.print(
          `${rate.pair} is ${describeSides(rate)} until ${rate.expiresAt.toISOString()}.`,
          'Next: a worker publishes it when it looks next, within half a minute: npm run admin -- rates show',
        )
      })
    })
}
