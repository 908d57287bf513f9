import type { Command } from 'commander'
import { printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'

type Rates = Readonly<Record<string, string>>

export function addRatesCommand(program: Command, { act }: Runner): void {
  program
    .command('rates')
    .description('show USDC rates, or OTC rates with --otc')
    .option('--otc', 'OTC rates')
    .addHelpText('after', example('afara rates', 'afara rates --otc --json'))
    .action(
      act<{ otc?: boolean }>(async (session, { otc }) => {
        const reply =
          otc === true
            ? await session.get<Rates>('/otc/buy', {}, { base: 'otc' })
            : await session.get<Rates>('/rates/v1/usdc-ngnc')
        session.show(reply, () => lines(session, reply))
        return undefined
      }),
    )
}

function lines(session: Session, { body, headers }: Reply<Rates>): string[] {
  const unit = headers.get('rate-unit')
  const expires = headers.get('rate-expires')
  return [
    ...printTable(
      [{ title: 'currency' }, { title: 'rate', isRight: true }],
      Object.entries(body).map(([currency, rate]) => [currency, rate]),
      session.paint,
    ),
    ...(unit === null ? [] : [session.paint(unit, 'dim')]),
    ...(expires === null ? [] : [session.paint(`valid until ${session.moment(expires)}`, 'dim')]),
  ]
}
