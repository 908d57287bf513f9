import type { Command } from 'commander'
import { Refusal } from '../../../kernel/refusal.ts'
import { readPeopleInTest } from '../../../records/decisions/policy-store.ts'
import type { OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'

/** The number for live mode is fixed, so the command takes none. */
export function addPolicyCommands(ops: Command, session: OpsSession): void {
  ops
    .command('people-needed <number>')
    .description(
      'set how many people a decision in test mode needs: 1 or 2; needs two operators. In live mode it is always 2',
    )
    .requiredOption('--reason <text>', 'why')
    .action(async (number: string, { reason }: { reason: string }) => {
      const people = readPeople(number)
      await session.run(async (deps) => {
        const before = await readPeopleInTest(deps.pool)
        if (before === people)
          return session.print(`The number of people in test mode is already ${people}. Nothing was changed.`)
        session.print(
          ...(await requestApproval(deps, reason, {
            // In live mode, so that two people decide it.
            mode: 'live',
            facts: { subject: 'people:test' },
            summary: `A decision in test mode needs ${people} instead of ${before} people.`,
            resolution: { action: 'set_people', people },
          })),
        )
      })
    })
}

function readPeople(text: string): 1 | 2 {
  if (text === '1') return 1
  if (text === '2') return 2
  throw new Refusal('field_invalid', `The number of people must be 1 or 2, not "${text}".`)
}
