import type { Command } from 'commander'
import { printTokens } from '../output/money.ts'
import { printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'

type Balances = Readonly<{
  balances: ReadonlyArray<Readonly<{ asset: string; available: string; held: string }>>
  may_hold: boolean
}>

export function addBalanceCommand(program: Command, { act }: Runner): void {
  program
    .command('balance')
    .description('show the balance of the business')
    .addHelpText('after', example('afara balance'))
    .action(
      act(async (session) => {
        const reply = await session.get<Balances>('/balances/v1')
        const { balances, may_hold: mayHold } = reply.body
        session.show(reply, () => [
          ...printTable(
            [{ title: 'asset' }, { title: 'available', isRight: true }, { title: 'held', isRight: true }],
            balances.map(({ asset, available, held }) => [
              asset,
              printTokens(available, asset),
              printTokens(held, asset),
            ]),
            session.paint,
          ),
          ...(mayHold ? [] : [session.paint('This business cannot hold a balance.', 'dim')]),
        ])
        return undefined
      }),
    )
}
