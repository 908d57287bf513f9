import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { runBugBank } from './run-bug-bank.ts'
import { runSequences } from './run-sequences.ts'
import { faultNames } from './spoil-entry.ts'
import { stepNames } from './steps.ts'
import type { Tally } from './tally.ts'

const LANES = 3

/** Checks that the posting function, its permissions and its seals match a small model, and that bugs are noticed. */
export const ledgerProof: Proof = {
  name: 'ledger',
  sentence: 'The ledger and a small model of it agree after random commands, and introduced bugs are caught.',
  sizes: {
    sequences: { full: 2_000, short: 21 },
    commands: { full: 50, short: 50 },
    bugs: { full: 100, short: 5 },
    seed: { full: newSeed(), short: newSeed() },
  },
  switches: ['bugs-only', 'no-bugs'],
  run: prove,
}

async function prove({ size, isOn, progress }: ProofInput): Promise<Outcome> {
  const options = {
    seed: size('seed'),
    commands: size('commands'),
    bugs: size('bugs'),
    progress,
    lanes: LANES,
  }
  const sequences = isOn('bugs-only') ? 0 : size('sequences')
  const postgres = await startProofPostgres()
  try {
    const { tally, failures, done } = await runSequences(postgres, {
      ...options,
      sequences,
      isEnough: (tally) => sequences <= 1 || unseenKinds(tally).length === 0,
    })
    const bank = isOn('no-bugs')
      ? { planted: 0, caught: 0, shortfalls: [] }
      : await runBugBank(postgres, options)
    const replay = (seed: number) =>
      `npm run prove -- ledger --seed ${seed} --sequences 1 --commands ${options.commands} --no-bugs`
    return {
      figures: {
        sequences: done,
        commands: tally.commands(),
        accepted: tally.accepted(),
        refused: tally.refused(),
        disagreements: failures.length,
        planted: bank.planted,
        caught: bank.caught,
        seed: options.seed,
      },
      shortfalls: [
        ...failures.map(
          ({ seed, where, detector, detail }) => `${detector} at ${where}: ${detail}\n  ${replay(seed)}`,
        ),
        ...(sequences > 1 ? tooLittle(tally, done * options.commands) : []),
        ...bank.shortfalls,
      ],
    }
  } finally {
    await postgres.stop()
  }
}

/** A run proves nothing if most commands were refused, or if some kind of error was never tried. */
function tooLittle(tally: Tally, planned: number): string[] {
  const shortfalls: string[] = []
  if (tally.accepted() < planned * 0.4)
    shortfalls.push(`only ${tally.accepted()} of ${planned} commands were accepted`)
  if (tally.refused() < planned * 0.15)
    shortfalls.push(`only ${tally.refused()} of ${planned} commands were refused`)
  const unseen = unseenKinds(tally)
  if (unseen.length > 0) shortfalls.push(`these kinds of command never occurred: ${unseen.join(', ')}`)
  return shortfalls
}

function newSeed(): number {
  return 1 + Math.floor(Math.random() * 1_000_000_000)
}

/** Returns the kinds of command that never occurred. */
function unseenKinds(tally: Tally): string[] {
  return [
    ...stepNames.filter((step) => tally.times(step, 'accepted') === 0),
    ...faultNames.filter((fault) => tally.times(fault) - tally.times(fault, 'accepted') === 0),
    ...[
      'race_spend',
      'race_add',
      'race_drain_and_add',
      'race_reverse',
      'reverse_again',
      'reverse_reversal',
    ].filter((name) => tally.times(name) === 0),
    ...['seal', 'seal_under_open', 'write', 'read', 'look'].filter((name) => tally.times(name) === 0),
  ]
}
