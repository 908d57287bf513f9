import { formatId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Explorers } from '../../../movements/transfers/explorers.ts'
import type { NetworkName, WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Holder } from '../../../records/transactions/machines/machine.ts'
import type {
  Evidence,
  Timeline,
  TimelineStep,
} from '../../../records/transactions/timeline/timeline-step.ts'

/** What it takes to tell where evidence can be looked at. */
export type Telling = Readonly<{
  mode: Mode
  explorers: Explorers
  addresses: Pick<WalletAddressRules, 'tell'>
}>

export function toTimelineReply(id: string, timeline: Timeline, telling: Telling) {
  return {
    status: 'success',
    message: timeline.sentence,
    timeline: {
      transaction_id: formatId('transaction', id),
      status: timeline.status,
      holder: holderWords[timeline.holder],
      expected_by: timeline.expectedBy?.toISOString() ?? null,
      steps: timeline.steps.map((step) => toStepWire(step, telling)),
    },
  }
}

function toStepWire(step: TimelineStep, telling: Telling) {
  const { at, event, status, sentence, holder, expectedBy, evidence } = step
  return {
    at: at.toISOString(),
    event,
    status,
    sentence,
    holder: holderWords[holder],
    expected_by: expectedBy?.toISOString() ?? null,
    evidence: evidence.flatMap((one) => toEvidenceWire(one, telling)),
  }
}

type EvidenceWire = Readonly<{ kind: string; id: string; url: string | null }>

/** A link where there is a page that shows it. An address that several sells share is told with its memo. */
function toEvidenceWire(evidence: Evidence, { mode, explorers, addresses }: Telling): EvidenceWire[] {
  const { kind, id } = evidence
  if (kind === 'hash') return [{ kind, id, url: explorers.ofTransaction(mode, evidence.network, id) }]
  if (kind !== 'deposit_address') return [{ kind, id, url: null }]
  const { network } = evidence
  const { shown, memo } = addresses.tell(network as NetworkName, id)
  const address = { kind, id: shown, url: explorers.ofAddress(mode, network, shown) }
  return memo === null ? [address] : [address, { kind: 'memo', id: memo, url: null }]
}

/** Words for programs have no spaces. */
export const holderWords: Readonly<Record<Holder, string>> = {
  payer: 'payer',
  business: 'business',
  afara: 'afara',
  'in flight': 'in_flight',
  recipient: 'recipient',
  'sending bank': 'sending_bank',
  nobody: 'nobody',
}
