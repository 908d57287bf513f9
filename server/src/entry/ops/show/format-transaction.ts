import { formatId } from '../../../kernel/ids/ids.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { TransactionStory } from '../../../records/cases/transaction-story-store.ts'
import type { TransferStory } from '../../../records/cases/transfer-story-store.ts'
import type { Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { printNaira } from '../naira.ts'
import type { OpsHost } from '../ops-session.ts'
import { printMoment } from '../terminal-text.ts'
import { allocationWords, fact } from './format-credit.ts'

/** A transaction in plain words: whose it is, what it waits for, what it holds, how it got there. */
export function transactionLines(
  story: TransactionStory,
  /** Where a sell has its tokens sent. */
  depositTo: string | undefined,
): string[] {
  const { claimed, withdrawnTo } = story
  return [
    `${story.type === 'buy' ? 'Buy' : story.type} ${formatId('transaction', story.id)}`,
    ...fact('amount', `${printNaira(story.amountMinor)}, reference ${story.reference}, ${story.mode}`),
    ...fact('business', `${story.businessName} (${formatId('business', story.businessId)})`),
    ...(claimed === null
      ? []
      : fact(
          'claims',
          `paid from ${claimed.number ?? 'any account'}, ${claimed.name ?? 'no name'}, ${claimed.bank ?? 'any bank'}, to ${claimed.account}`,
        )),
    ...(withdrawnTo === null ? [] : fact('goes to', `${withdrawnTo.address} on ${withdrawnTo.network}`)),
    ...(depositTo === undefined ? [] : fact('sent to', depositTo)),
    ...timelineLines(story.timeline),
    ...story.allocations.flatMap((line) => fact('got', allocationWords(line, 'from'))),
    ...fact(
      'now',
      `${story.status}; holds ${printNaira(story.heldMinor)}; ` +
        (story.lacksMinor === null ? 'looks for no more money' : `looks for ${printNaira(story.lacksMinor)}`),
    ),
  ]
}

/** Where a sell has its tokens sent: as the customer was told, and as it is stored where that is another spelling. */
export async function depositWords(
  { depositTo }: TransactionStory,
  host: Pick<OpsHost, 'readWalletRules'>,
): Promise<string | undefined> {
  if (depositTo === null) return undefined
  const { network, address } = depositTo
  const { shown, memo } = (await host.readWalletRules()).tell(network as NetworkName, address)
  const told = memo === null ? shown : `${shown} with memo ${memo}`
  return `${told} on ${network}${shown === address ? '' : ` (${address})`}`
}

/** How a transaction got where it is, step by step, and who has the money now. */
function timelineLines({ steps, holder, expectedBy, frozen }: Timeline): string[] {
  return [
    ...steps.flatMap(({ at, event, status, sentence, evidence }) => {
      const shown = evidence.map(({ kind, id }) => (kind === 'session' ? `session ${id}` : id))
      return fact(
        'then',
        `${printMoment(at)}  ${event}: ${status}. ${sentence}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`,
      )
    }),
    ...fact(
      'with',
      `${holder}${expectedBy === null ? '' : `, should be over by ${printMoment(expectedBy)}`}`,
    ),
    ...(frozen === null ? [] : fact('frozen', frozen)),
  ]
}

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
