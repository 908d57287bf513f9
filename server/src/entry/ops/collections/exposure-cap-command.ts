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
    .description('how much a business may be given on trust at a time; takes two operators')
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--amount <naira>', 'the most that can be lost to it; 0 trusts it with nothing')
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
            summary: `Let ${business.name} be given up to ${formatNaira(minor)} on trust in ${mode} mode; it is ${formatNaira(before)} now.`,
            resolution: { action: 'set_cap', amount_minor: minor.toString() },
          })),
        )
      })
    })
}
