import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { type Entry, postEntry, reverseEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { ACCEPTED, answerOf, requireAgreement } from './answer.ts'
import type { CommandOf } from './command.ts'
import { draftEntry } from './draft-entry.ts'
import { judgeEntry, judgeReversal, type Model, UNDECLARED, type Verdict } from './model.ts'
import { onConnection } from './on-connection.ts'
import type { Sequence } from './sequence.ts'
import { spoilEntry } from './spoil-entry.ts'

/** A post, and the model's verdict on it at any time. */
export type Attempt = Readonly<{
  name: string
  run(sql: Sql): Promise<void>
  judge(model: Model): Verdict
}>

export async function post(sequence: Sequence, command: CommandOf<'post'>): Promise<void> {
  await perform(sequence, posting(draftEntry(sequence, command)))
}

export async function spoil(sequence: Sequence, command: CommandOf<'spoil'>): Promise<void> {
  const { world, model } = sequence
  const entry = spoilEntry(command.fault, { entry: draftEntry(sequence, command), world, model })
  await perform(sequence, { ...posting(entry), name: command.fault })
}

export async function reverse(sequence: Sequence, command: CommandOf<'reverse'>): Promise<void> {
  const entryId = findEntry(sequence.model, command)
  await perform(sequence, { ...reversal(entryId), name: `reverse_${command.what}` })
}

export function posting(entry: Entry): Attempt {
  return {
    name: entry.step,
    // The proof posts every step many times for the same few records, which no step of the service may.
    run: async (sql) => postEntry(sql, { ...entry, step: entry.step === UNDECLARED ? UNDECLARED : 'test' }),
    judge: (model) => judgeEntry(model, entry),
  }
}

export function reversal(entryId: string): Attempt {
  const [id, at] = [newId(), new Date()]
  return {
    name: 'reverse',
    run: async (sql) => reverseEntry(sql, { id, entryId, step: 'test', at }),
    judge: (model) => judgeReversal(model, id, entryId, at),
  }
}

async function perform(sequence: Sequence, attempt: Attempt): Promise<void> {
  const { afara_owner: pool } = sequence.subject.as
  const answer = await answerOf(onConnection(pool, async (sql) => attempt.run(sql)))
  settle(sequence, attempt, answer)
}

/** Compares an answer with the model's verdict, and advances the model. */
export function settle(sequence: Sequence, attempt: Attempt, answer: string): void {
  sequence.tally.count(attempt.name, answer)
  const verdict = attempt.judge(sequence.model)
  requireAgreement(attempt.name, answer, verdict)
  if (answer === ACCEPTED) sequence.model = verdict.next
}

function findEntry(model: Model, { what, which }: CommandOf<'reverse'>): string {
  const found = [...model.entries.values()].filter(({ reverses, reversed }) => {
    if (what === 'reversal') return reverses !== undefined
    return what !== 'unknown' && reverses === undefined && reversed === (what === 'again')
  })
  return found[which % found.length]?.id ?? newId()
}
