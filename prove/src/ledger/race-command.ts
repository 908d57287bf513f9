import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import {
  type AccountKey,
  accountKinds,
  posting as line,
  suspense,
} from '@afara/server/records/ledger/account.ts'
import { ACCEPTED, answerOf, requireAgreement } from './answer.ts'
import type { CommandOf } from './command.ts'
import { heldBy } from './model.ts'
import { type Attempt, posting, reversal, settle } from './post-commands.ts'
import type { Sequence } from './sequence.ts'
import { floorAccounts } from './steps.ts'
import { untilBlockedOrDone } from './until-blocked-or-done.ts'

type Holding = Readonly<{ account: AccountKey; asset: 'NGN' | 'NGNC'; minor: bigint }>

/**
 * Runs two posts at once. The first is written but not committed when the second starts. If the first is committed, the second must be
 * judged after it. If the first is rolled back, the second must be judged without it.
 */
export async function race(sequence: Sequence, command: CommandOf<'race'>): Promise<void> {
  const pair = chooseAttempts(sequence, command)
  if (pair === undefined) return
  const [first, second] = pair
  const { as, watcher } = sequence.subject
  const one = await as.afara_owner.connect()
  const other = await as.afara_owner.connect()
  let isClean = false
  try {
    await one.query('begin')
    const firstAnswer = await answerOf(first.run(one))
    requireAgreement(first.name, firstAnswer, first.judge(sequence.model))
    const secondAnswer = answerOf(second.run(other))
    await untilBlockedOrDone(watcher, other, secondAnswer)
    await one.query(command.stands && firstAnswer === ACCEPTED ? 'commit' : 'rollback')
    if (command.stands) settle(sequence, first, firstAnswer)
    settle(sequence, second, await secondAnswer)
    isClean = true
  } finally {
    // A connection that may have an open transaction is discarded.
    one.release(!isClean)
    other.release(!isClean)
  }
}

function chooseAttempts(sequence: Sequence, command: CommandOf<'race'>): [Attempt, Attempt] | undefined {
  const { model, world } = sequence
  if (command.kind === 'reverse') {
    const open = [...model.entries.values()].filter(
      (entry) => entry.reverses === undefined && !entry.reversed,
    )
    const chosen = open[command.which % open.length]
    return chosen && [named('race_reverse', reversal(chosen.id)), named('race_reverse', reversal(chosen.id))]
  }
  const holdings = floorAccounts(world)
    .map(({ account, asset }) => ({ account, asset, minor: heldBy(model, world.mode, account, asset) }))
    .filter(({ minor }) => command.kind === 'add' || minor > 1n)
  const chosen = holdings[command.which % holdings.length]
  if (chosen === undefined) return undefined
  const change = (by: bigint) => named(`race_${command.kind}`, posting(changeBy(sequence, chosen, by)))
  // The balance covers either amount, but not both.
  const most = -(chosen.minor / 2n + 1n)
  if (command.kind === 'spend') return [change(most), change(most)]
  return command.kind === 'add' ? [change(3n), change(4n)] : [change(-chosen.minor), change(5n)]
}

function named(name: string, attempt: Attempt): Attempt {
  return { ...attempt, name }
}

/** Returns an entry that adds to an account or takes from it, with suspense on the other side. */
function changeBy({ world }: Sequence, { account, asset }: Holding, by: bigint) {
  const amount = money(asset, by < 0n ? -by : by)
  const adds = by > 0n
  const onDebitSide = adds === (accountKinds[account.kind].normal === 'debit')
  return {
    id: newId(),
    mode: world.mode,
    transactionId: account.kind === 'held' ? account.owner : null,
    step: 'raced',
    at: new Date(),
    postings: [onDebitSide ? line(account, suspense, amount) : line(suspense, account, amount)],
  }
}
