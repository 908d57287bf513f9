import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { Entry } from '@afara/server/records/ledger/ledger-store.ts'
import type { PostCommand } from './command.ts'
import { heldBy } from './model.ts'
import type { Sequence } from './sequence.ts'
import { feeWithin, stepOf } from './steps.ts'

/** Returns the entry of a command, given the current balances. */
export function draftEntry({ world, model }: Sequence, command: PostCommand): Entry {
  const { step: name, which } = command
  const step = stepOf(name)
  const amount = money(step.asset, amountOf(command, availableTo(command)))
  const fee = feeWithin(amount, command.feeMinor)
  return {
    id: newId(),
    mode: world.mode,
    transactionId: step.transaction?.(world, which) ?? null,
    step: name,
    at: new Date(),
    postings: step.postings({ world, which, amount, fee }),
  }

  function availableTo({ which }: PostCommand): bigint | undefined {
    const from = step.from?.(world, which)
    if (from === undefined) return undefined
    const asset = from.kind === 'business' || from.kind === 'float' ? 'NGNC' : step.asset
    return heldBy(model, world.mode, from, asset)
  }
}

function amountOf({ share, minor }: PostCommand, available: bigint | undefined): bigint {
  if (available === undefined) return minor
  if (available === 0n) return minor
  if (share === 'all') return available
  if (share === 'all_and_one') return available + 1n
  return share === 'half' ? (available + 1n) / 2n : 1n
}
