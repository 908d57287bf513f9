import type { WantedResolution } from '../../flows/cases/complete-resolution.ts'
import { type IdKind, parseId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readNaira } from './naira.ts'

export type WantedOptions = Readonly<{
  asProposed?: boolean
  allocate?: string
  return?: boolean
  keep?: boolean
  acceptShort?: boolean
  acceptLate?: boolean
  returnPart?: boolean
  tookBack?: string
  charge?: boolean
  release?: boolean
  reject?: boolean
  returnAll?: boolean
  retrySend?: boolean
  wasPaid?: boolean
  notPaid?: boolean
  fix?: boolean
  resumeLane?: boolean
  dismiss?: boolean
  amount?: string
}>

/** The one thing that was asked for; undefined means what was suggested. */
export function readWanted(options: WantedOptions): WantedResolution | undefined {
  const amount =
    options.amount === undefined ? {} : { amount_minor: readNaira(options.amount).minor.toString() }
  const wanted: (WantedResolution | undefined)[] = []
  if (options.asProposed === true) wanted.push(undefined)
  if (options.allocate !== undefined)
    wanted.push({ action: 'allocate', transaction_id: requireId('transaction', options.allocate), ...amount })
  if (options.return === true) wanted.push({ action: 'return', ...amount })
  if (options.tookBack !== undefined)
    wanted.push({ action: 'took_back', line_id: requireId('credit', options.tookBack) })
  for (const [isWanted, action] of [
    [options.keep, 'keep'],
    [options.acceptShort, 'accept_short'],
    [options.acceptLate, 'accept_late'],
    [options.returnPart, 'return_part'],
    [options.charge, 'charge'],
    [options.release, 'release'],
    [options.reject, 'reject'],
    [options.returnAll, 'return_all'],
    [options.retrySend, 'retry_send'],
    [options.wasPaid, 'was_paid'],
    [options.notPaid, 'not_paid'],
    [options.fix, 'fix'],
    [options.resumeLane, 'resume_lane'],
    [options.dismiss, 'dismiss'],
  ] as const) {
    if (isWanted === true) wanted.push({ action })
  }
  if (wanted.length === 1 && (options.amount === undefined || wanted[0]?.amount_minor !== undefined))
    return wanted[0]
  throw new Refusal(
    'resolution_invalid',
    wanted.length === 1
      ? '--amount goes with --allocate or --return only.'
      : 'Say one thing to do: --as-proposed, --allocate txn_…, --return, --keep, --accept-short, --accept-late, ' +
          '--return-part, --took-back crd_…, --charge, --release, --reject, --return-all, --retry-send, --was-paid, --not-paid, --fix, --resume-lane ' +
          'or --dismiss.',
  )
}

function requireId(kind: IdKind, text: string): string {
  const id = parseId(kind, text)
  if (id !== undefined) return id
  throw new Refusal(
    'field_invalid',
    kind === 'credit' ? `"${text}" is not a credit: crd_….` : `"${text}" is not a buy: txn_….`,
  )
}
