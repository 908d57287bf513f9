import type { Command } from './command.ts'
import { sampleCommands } from './command.ts'
import { compareBooks } from './compare-books.ts'
import { look, read, write } from './look-commands.ts'
import { emptyModel, type Model } from './model.ts'
import { post, reverse, spoil } from './post-commands.ts'
import { race } from './race-command.ts'
import { seal, sealUnderOpen } from './seal-commands.ts'
import type { Sequence } from './sequence.ts'
import type { Subject } from './subject.ts'
import type { Tally } from './tally.ts'
import { createWorld, settleWorld, transactionsOf } from './world.ts'

export type SequenceOptions = Readonly<{
  subject: Subject
  tally: Tally
  opening: ReadonlyMap<string, bigint>
  seed: number
  commands: number
  /** Called before every command, so that a failure can name the last one. */
  onCommand(index: number, command: Command): void
}>

/** Runs the commands of one seed, compares the ledger at the end, and returns the model. Throws on a disagreement. */
export async function runSequence(options: SequenceOptions): Promise<Model> {
  const { subject, tally, opening, seed } = options
  const world = createWorld(seed % 2 === 0 ? 'live' : 'test')
  await settleWorld(subject.as.afara_owner, world)
  const sequence = { subject, world, tally, opening, model: emptyModel(transactionsOf(world)) }
  for (const [index, command] of sampleCommands(seed, options.commands).entries()) {
    options.onCommand(index, command)
    tally.beginCommand()
    await perform(sequence, command)
  }
  await compareBooks(sequence)
  return sequence.model
}

async function perform(sequence: Sequence, command: Command): Promise<void> {
  switch (command.do) {
    case 'post':
      return post(sequence, command)
    case 'spoil':
      return spoil(sequence, command)
    case 'reverse':
      return reverse(sequence, command)
    case 'race':
      return race(sequence, command)
    case 'seal':
      return seal(sequence, command)
    case 'seal_under_open':
      return sealUnderOpen(sequence, command)
    case 'write':
      return write(sequence, command)
    case 'read':
      return read(sequence, command)
    case 'look':
      return look(sequence)
  }
}
