import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { Explorers } from '../../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Holder } from '../../../records/transactions/machines/machine.ts'
import type {
  Evidence,
  Timeline,
  TimelineStep,
} from '../../../records/transactions/timeline/timeline-step.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'

/** Dependencies for links to evidence. */
type Telling = Readonly<{
  mode: Mode
  explorers: Explorers
  addresses: Pick<WalletAddressRules, 'tell'>
}>

type EvidenceWire = Readonly<{ kind: string; id: string; url: string | null }>

/** The holder as a word for programs, which contains no spaces. */
export const holderWords: Readonly<Record<Holder, string>> = {
  payer: 'payer',
  business: 'business',
  afara: 'afara',
  'in flight': 'in_flight',
  recipient: 'recipient',
  'sending bank': 'sending_bank',
  issuer: 'issuer',
  nobody: 'nobody',
}

export const holder = wordReply(Object.values(holderWords), 'Who holds the money from this step on.')

export const expectedBy = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When the step should be done; null if it is final or has no deadline.',
  examples: ['2026-11-15T09:40:03.411Z'],
})

const EvidenceSchema = closedObject({
  kind: wordReply(
    ['credit', 'session', 'transfer', 'hash', 'deposit', 'payout', 'deposit_address', 'memo'],
    'credit, transfer, deposit and payout are our ids. session is the bank’s id of a payment, hash the network’s id of a transfer. deposit_address is where to send the tokens of a sell, with its memo if it has one.',
  ),
  id: textReply('The value to search for or to show.', 'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7'),
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'A public explorer page of the network. Null if there is none.',
    examples: ['https://polygonscan.com/tx/0x5f2b'],
  }),
})

const TimelineStepSchema = namedObject('TimelineStep', {
  at: Type.String({ format: 'date-time', description: 'When it happened, in UTC.' }),
  event: textReply('What happened, as a code. New values may be added.', 'paid_in_full'),
  status: textReply('The status from this step on.', 'payment_received'),
  sentence: textReply('What happened, in words.', 'All of the naira has arrived and is being checked.'),
  holder,
  expected_by: expectedBy,
  evidence: Type.Array(EvidenceSchema, { description: 'References that prove the step; can be empty.' }),
})

export const TimelineReply = namedObject('TimelineReply', {
  status: successField,
  message: textReply('Where the money is now, in a sentence.', 'The tokens have arrived.'),
  timeline: closedObject({
    id: transactionFields.id,
    transaction_id: transactionFields.transaction_id,
    status: textReply('The current status.', 'completed'),
    holder,
    expected_by: expectedBy,
    steps: Type.Array(TimelineStepSchema, { description: 'Oldest first.' }),
  }),
})

export function toTimelineReply(id: string, timeline: Timeline, telling: Telling) {
  return {
    status: 'success',
    message: timeline.sentence,
    timeline: {
      id: formatId('transaction', id),
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

/** Adds a link if a page shows the evidence. An address that several sells share is returned with its memo. */
function toEvidenceWire(evidence: Evidence, { mode, explorers, addresses }: Telling): EvidenceWire[] {
  const { kind, id } = evidence
  if (kind === 'hash') return [{ kind, id, url: explorers.ofTransaction(mode, evidence.network, id) }]
  if (kind !== 'deposit_address') return [{ kind, id, url: null }]
  const { network } = evidence
  const { shown, memo } = addresses.tell(network as NetworkName, id)
  const address = { kind, id: shown, url: explorers.ofAddress(mode, network, shown) }
  return memo === null ? [address] : [address, { kind: 'memo', id: memo, url: null }]
}
