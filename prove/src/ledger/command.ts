import fc from 'fast-check'
import { type Fault, faultNames } from './spoil-entry.ts'
import { type StepName, stepNames } from './steps.ts'

/** Amount that a step tries to take, relative to the balance of its source account. */
type Share = 'all' | 'all_and_one' | 'half' | 'one'

export type PostCommand = Readonly<{
  step: StepName
  which: number
  share: Share
  /** Amount for a step that takes from no account with a floor. */
  minor: bigint
  feeMinor: bigint
}>

/** Commands are plain values. The records that they use, such as the n-th entry or half of a balance, are looked up when they run. */
export type Command =
  | (Readonly<{ do: 'post' }> & PostCommand)
  | (Readonly<{ do: 'spoil'; fault: Fault }> & PostCommand)
  | Readonly<{ do: 'reverse'; what: 'fresh' | 'again' | 'reversal' | 'unknown'; which: number }>
  | Readonly<{
      do: 'race'
      kind: 'spend' | 'add' | 'drain_and_add' | 'reverse'
      which: number
      stands: boolean
    }>
  | Readonly<{ do: 'seal'; most: number }>
  | Readonly<{ do: 'seal_under_open'; stands: boolean }>
  | Readonly<{ do: 'write'; which: number }>
  | Readonly<{ do: 'read'; which: number }>
  | Readonly<{ do: 'look' }>

export type CommandOf<Name extends Command['do']> = Extract<Command, { do: Name }>

// Without bias. By default fast-check favours the ends, and the middle of a list would rarely be chosen.
const which = fc.noBias(fc.nat(1_000_000))
const minor = fc.oneof(
  fc.bigInt(1n, 9n),
  fc.bigInt(1n, 10n ** 7n),
  // Larger than the exact range of a double.
  fc.bigInt(10n ** 16n, 10n ** 24n),
)
const post = {
  step: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...stepNames) },
    // These fund accounts. Without them the other steps would mostly find empty accounts.
    {
      weight: 1,
      arbitrary: fc.constantFrom<StepName>(
        'credit_matched',
        'deposit_received',
        'float_funded',
        'payout_account_funded',
      ),
    },
  ),
  which,
  share: fc.constantFrom<Share>('all', 'all_and_one', 'half', 'half', 'one'),
  minor,
  feeMinor: fc.bigInt(0n, 500n),
}

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 56, arbitrary: fc.record({ do: fc.constant('post'), ...post }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('spoil'), fault: fc.constantFrom(...faultNames), ...post }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('reverse'),
      what: fc.constantFrom('fresh', 'fresh', 'again', 'reversal', 'unknown'),
      which,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('race'),
      kind: fc.constantFrom('spend', 'spend', 'add', 'drain_and_add', 'reverse'),
      which,
      stands: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('seal'), most: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('seal_under_open'), stands: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write'), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look') }) },
)

/** Returns the commands of one seed. Each sequence has its own seed, so that it can be run again alone. */
export function sampleCommands(seed: number, count: number): Command[] {
  const sequence = fc.array(command, { minLength: count, maxLength: count, size: 'max' })
  return fc.sample(sequence, { seed, numRuns: 1 })[0] ?? []
}
