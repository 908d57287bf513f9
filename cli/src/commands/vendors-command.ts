import type { Command } from 'commander'
import type { VendorReply } from '../api/wire.ts'
import { printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'

export function addVendorsCommand(program: Command, { act }: Runner): void {
  program
    .command('vendors')
    .description('list the bank accounts that buyers pay into')
    .addHelpText('after', example('afara vendors'))
    .action(
      act(async (session) => {
        const reply = await session.get<VendorReply>('/transactions/v1/vendors')
        session.show(reply, () => [
          ...printTable(
            [{ title: 'number' }, { title: 'bank' }, { title: 'name' }],
            reply.body.VendorList.map((vendor) => [
              vendor.vendorNumber,
              vendor.vendorBank,
              vendor.vendorName,
            ]),
            session.paint,
          ),
          session.paint(reply.body.message, 'dim'),
        ])
        return undefined
      }),
    )
}
