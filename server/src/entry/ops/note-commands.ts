import type { Command } from 'commander'
import { noteCase, takeCase } from '../../flows/cases/case-steps.ts'
import type { OpsSession } from './ops-session.ts'

export function addNoteCommands(ops: Command, session: OpsSession): void {
  ops
    .command('take <case>')
    .description('say that you are on it')
    .option('--reason <text>', 'why you', 'taking it in hand')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        await takeCase(deps, { caseId, operatorId: deps.operator.id, reason })
        session.print(`${caseId} is with ${deps.operator.name}.`, `Next: npx afara ops show ${caseId}`)
      })
    })

  ops
    .command('note <case> <text>')
    .description('write down what you found out')
    .action(async (caseId: string, note: string) => {
      await session.run(async (deps) => {
        await noteCase(deps, { caseId, operatorId: deps.operator.id, note })
        session.print(`Noted on ${caseId}.`, `Next: npx afara ops show ${caseId}`)
      })
    })
}
