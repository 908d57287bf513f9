import type { Command } from 'commander'
import type { TimelineReply } from '../api/wire.ts'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { requireTransactionId } from '../require-transaction-id.ts'
import { example, type Runner } from '../runner.ts'
import type { Session } from '../session.ts'

/** The end of the sentence "Held by: …". */
const HOLDERS: Readonly<Record<string, string>> = {
  payer: 'the payer',
  business: 'your business',
  afara: 'Afara',
  in_flight: 'in flight',
  recipient: 'the beneficiary',
  sending_bank: "the payer's bank",
  issuer: 'the issuer of the token',
  nobody: 'nobody',
}

export function addTimelineCommand(program: Command, { act }: Runner): void {
  program
    .command('timeline')
    .argument('<id>', 'txn_…')
    .description('show every step of a transaction, who held the money and the evidence')
    .addHelpText('after', example('afara timeline txn_01a1dd74d1207df98aa4550d03693dee'))
    .action(
      act(async (session, _flags, id) => {
        const reply = await session.get<TimelineReply>(
          `/transactions/v1/${requireTransactionId(id)}/timeline`,
        )
        session.show(reply, () => timelineLines(reply.body, session))
        return undefined
      }),
    )
}

function timelineLines({ message, timeline }: TimelineReply, session: Session): string[] {
  const { paint } = session
  const steps = timeline.steps.flatMap((step) => [
    `${paint(session.moment(step.at), 'dim')}  ${paint(step.status, colourOf(step.status))}  ${toPlainText(step.sentence)}`,
    ...step.evidence.map(({ kind, id, url }) =>
      paint(`    ${kind} ${toPlainText(id)}${url === undefined || url === null ? '' : `  ${url}`}`, 'dim'),
    ),
  ])
  const due = timeline.expected_by === null ? '' : ` Expected by ${session.moment(timeline.expected_by)}.`
  return [
    ...steps,
    '',
    ...(message === timeline.steps.at(-1)?.sentence ? [] : [toPlainText(message)]),
    `Held by: ${HOLDERS[timeline.holder] ?? timeline.holder}.${due}`,
  ]
}
