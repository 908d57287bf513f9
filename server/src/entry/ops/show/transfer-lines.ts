import { formatId } from '../../../kernel/ids/ids.ts'
import type { TransferStory } from '../../../records/cases/transfer-story-store.ts'
import { printMoment } from '../moments.ts'
import { printNaira } from '../naira.ts'
import { fact } from './credit-lines.ts'

const means: Readonly<Record<string, string>> = {
  reserved: 'the lock is taken, nothing is signed',
  signed: 'on its way: only the chain ends this',
  final_ok: 'arrived, final',
  final_failed: 'refused by the network: no tokens left us',
  final_void: 'cancelled: no tokens left us',
  conflict: 'something that we do not know of used its lock',
}

/** Where the tokens of a buy are: what it waits for, then each lock with all that was signed for it. */
export function transferLines(
  transfers: readonly TransferStory[],
  { frozen, lane }: Readonly<{ frozen: string | null; lane: string | null }>,
): string[] {
  return [
    ...(frozen === null ? [] : fact('frozen', frozen)),
    ...(lane === null ? [] : fact('waits', `for its turn in lane ${lane}`)),
    ...transfers.flatMap((transfer) => [
      ...fact(
        'transfer',
        `${formatId('transfer', transfer.id)}  ${transfer.state}: ${means[transfer.state] ?? 'see the reference'}`,
      ),
      ...fact('', `${printNaira(transfer.tokensMinor)} in tokens to ${transfer.address}`),
      ...fact(
        '',
        `lane ${transfer.mode}:${transfer.network}:${transfer.laneNumber}, lock ${transfer.lock}, ${times(transfer)}`,
      ),
      ...transfer.attempts.flatMap(({ kind, hash, signedAt }) =>
        fact('', `${kind} signed ${printMoment(new Date(signedAt))}: ${hash}`),
      ),
    ]),
  ]
}

function times({ openedAt, sentAt, sentCount, endedAt }: TransferStory): string {
  const parts = [`opened ${printMoment(openedAt)}`]
  if (sentAt !== null)
    parts.push(`sent ${sentCount === 1 ? 'once' : `${sentCount} times, last`} ${printMoment(sentAt)}`)
  if (endedAt !== null) parts.push(`ended ${printMoment(endedAt)}`)
  return parts.join(', ')
}
