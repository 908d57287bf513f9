import type { Command } from 'commander'
import { parseMode } from '../../../records/businesses/business.ts'
import { readExposureCap, requireBusiness } from '../../../records/businesses/business-store.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import type { OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'

type CapOptions = { mode: string; amount: string; reason: string }

export function addExposureCapCommand(ops: Command, session: OpsSession): void {
  ops
    .command('cap <business>')
    .description('set the exposure limit of a business; needs two operators')
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption(
      '--amount <naira>',
      'the exposure limit: the maximum that we risk for the business; 0 for none',
    )
    .requiredOption('--reason <text>', 'why')
    .action(async (tag: string, { mode, amount, reason }: CapOptions) => {
      const { minor } = readNaira(amount)
      await session.run(async (deps) => {
        const business = await requireBusiness(deps.pool, tag)
        const change = { mode: parseMode(mode), businessId: business.id }
        const before = await readExposureCap(deps.pool, change)
        session.print(
          ...(await requestApproval(deps, reason, {
            ...change,
            summary: `Set the exposure limit of ${business.name} to ${formatNaira(minor)} in ${mode} mode. It is ${formatNaira(before)} now.`,
            resolution: { action: 'set_cap', amount_minor: minor.toString() },
          })),
        )
      })
    })
}
