import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { creditSeen } from '../../../server/test/ledger-entries.ts'
import { ACCEPTED, answerOf } from './answer.ts'
import type { CommandOf } from './command.ts'
import { type Attempt, posting, settle } from './post-commands.ts'
import type { Sequence } from './sequence.ts'

export async function seal({ subject, tally }: Sequence, { most }: CommandOf<'seal'>): Promise<void> {
  await subject.seal(most)
  tally.count('seal', ACCEPTED)
}

/** Seals while an older transaction is still open. The rows that it commits later must still be sealed. */
export async function sealUnderOpen(
  sequence: Sequence,
  command: CommandOf<'seal_under_open'>,
): Promise<void> {
  const { subject, tally } = sequence
  const late = await subject.as.afara_owner.connect()
  let isClean = false
  try {
    const [older, newer] = [creditOf(sequence, 11n), creditOf(sequence, 13n)]
    await late.query('begin')
    const answer = await answerOf(older.run(late))
    settle(sequence, newer, await answerOf(newer.run(subject.as.afara_owner)))
    await subject.seal()
    await late.query(command.stands ? 'commit' : 'rollback')
    if (command.stands) settle(sequence, older, answer)
    tally.count('seal_under_open', ACCEPTED)
    isClean = true
  } finally {
    late.release(!isClean)
  }
}

function creditOf({ world }: Sequence, minor: bigint): Attempt {
  return posting({
    id: newId(),
    mode: world.mode,
    transactionId: null,
    step: 'credit_seen',
    at: new Date(),
    postings: creditSeen(world.vendorAccountId, money('NGN', minor)),
  })
}
