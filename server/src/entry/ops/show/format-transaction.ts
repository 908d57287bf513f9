import { formatId } from '../../../kernel/ids/ids.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type {
  TransactionStory,
  TransferStory,
} from '../../../records/cases/stories/transaction-story-store.ts'
import type { TransactionMargin } from '../../../records/fees/margin-store.ts'
import type { Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { formatNaira } from '../amounts.ts'
import type { OpsHost } from '../ops-session.ts'
import { formatMoment } from '../terminal-text.ts'
import { describeAllocation, formatFact } from './format-credit.ts'

/** Describes a transaction in plain words: its business, what it waits for, what it holds and its history. */
export function formatTransaction(
  story: TransactionStory,
  /** Deposit address of a sell. */
  depositTo: string | undefined,
): string[] {
  const { claimed, withdrawnTo } = story
  return [
    `${story.type === 'buy' ? 'Buy' : story.type} ${formatId('transaction', story.id)}`,
    ...formatFact('amount', `${formatNaira(story.amountMinor)}, reference ${story.reference}, ${story.mode}`),
    ...formatFact('business', `${story.businessName} (${formatId('business', story.businessId)})`),
    ...(claimed === null
      ? []
      : formatFact(
          'claims',
          `paid from ${claimed.number ?? 'any account'}, ${claimed.name ?? 'no name'}, ${claimed.bank ?? 'any bank'}, to ${claimed.account}`,
        )),
    ...(withdrawnTo === null
      ? []
      : formatFact('goes to', `${withdrawnTo.address} on ${withdrawnTo.network}`)),
    ...(depositTo === undefined ? [] : formatFact('sent to', depositTo)),
    ...formatTimeline(story.timeline),
    ...story.allocations.flatMap((line) => formatFact('received', describeAllocation(line, 'from'))),
    ...formatFact(
      'now',
      `${story.status}; holds ${formatNaira(story.heldMinor)}; ` +
        (story.lacksMinor === null ? 'needs no more money' : `needs ${formatNaira(story.lacksMinor)}`),
    ),
  ]
}

/** Describes the deposit address of a sell as the customer sees it, and as it is stored if that spelling differs. */
export async function describeDepositAddress(
  { depositTo }: TransactionStory,
  host: Pick<OpsHost, 'readWalletRules'>,
): Promise<string | undefined> {
  if (depositTo === null) return undefined
  const { network, address } = depositTo
  const { shown, memo } = (await host.readWalletRules()).tell(network as NetworkName, address)
  const told = memo === null ? shown : `${shown} with memo ${memo}`
  return `${told} on ${network}${shown === address ? '' : ` (${address})`}`
}

/** Lists the history of a transaction step by step, and who holds the money now. */
function formatTimeline({ steps, holder, expectedBy, frozen }: Timeline): string[] {
  return [
    ...steps.flatMap(({ at, event, status, sentence, evidence }) => {
      const shown = evidence.map(({ kind, id }) => (kind === 'session' ? `session ${id}` : id))
      return formatFact(
        'then',
        `${formatMoment(at)}  ${event}: ${status}. ${sentence}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`,
      )
    }),
    ...formatFact('held by', `${holder}${expectedBy === null ? '' : `, due by ${formatMoment(expectedBy)}`}`),
    ...(frozen === null ? [] : formatFact('frozen', frozen)),
  ]
}

/** Says what the transaction earned so far. Silent while it has neither earned nor cost anything. */
export function formatMargin(margin: TransactionMargin | undefined): string[] {
  if (margin === undefined) return []
  const { feeMinor, vendorFeeMinor, gasMinor, marginMinor, hasUnpricedGas } = margin
  if (feeMinor === 0n && vendorFeeMinor === 0n && gasMinor === 0n && !hasUnpricedGas) return []
  return formatFact(
    'margin',
    `${formatNaira(marginMinor)}: fee ${formatNaira(feeMinor)}, vendors ${formatNaira(vendorFeeMinor)}, ` +
      `gas ${formatNaira(gasMinor)}${hasUnpricedGas ? ' and gas without a price' : ''}`,
  )
}

const stateMeanings: Readonly<Record<string, string>> = {
  reserved: 'lock reserved, not signed',
  signed: 'in flight: waiting for the chain',
  final_ok: 'arrived, final',
  final_failed: 'rejected by the network: no tokens were sent',
  final_void: 'cancelled: no tokens were sent',
  conflict: 'an unknown transaction used its lock',
}

/** Shows where the tokens of a buy are: what it waits for, then each lock with every signed attempt. */
export function formatTransfers(
  transfers: readonly TransferStory[],
  { frozen, lane }: Readonly<{ frozen: string | null; lane: string | null }>,
): string[] {
  return [
    ...(frozen === null ? [] : formatFact('frozen', frozen)),
    ...(lane === null ? [] : formatFact('waits', `queued in lane ${lane}`)),
    ...transfers.flatMap((transfer) => [
      ...formatFact(
        'transfer',
        `${formatId('transfer', transfer.id)}  ${transfer.state}: ${stateMeanings[transfer.state] ?? 'see docs/reference/states.md'}`,
      ),
      ...formatFact('', `${formatNaira(transfer.tokensMinor)} in tokens to ${transfer.address}`),
      ...formatFact(
        '',
        `lane ${transfer.mode}:${transfer.network}:${transfer.laneNumber}, lock ${transfer.lock}, ${formatTimes(transfer)}`,
      ),
      ...transfer.attempts.flatMap(({ kind, hash, signedAt }) =>
        formatFact('', `${kind} signed ${formatMoment(new Date(signedAt))}: ${hash}`),
      ),
    ]),
  ]
}

function formatTimes({ openedAt, sentAt, sentCount, endedAt }: TransferStory): string {
  const parts = [`opened ${formatMoment(openedAt)}`]
  if (sentAt !== null)
    parts.push(`sent ${sentCount === 1 ? 'once' : `${sentCount} times, last`} ${formatMoment(sentAt)}`)
  if (endedAt !== null) parts.push(`ended ${formatMoment(endedAt)}`)
  return parts.join(', ')
}
