import { isDeepStrictEqual } from 'node:util'
import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { type Consequence, consequenceOf } from '../../records/cases/consequence.ts'
import { type Action, possibleFor, toOption } from '../../records/cases/possible-resolutions.ts'
import { explanations, type Resolution } from '../../records/cases/resolution.ts'
import type { Stake } from '../../records/cases/stake-store.ts'
import { standingKinds } from '../../records/cases/standing.ts'
import { findCoveringStanding } from '../../records/cases/standing-store.ts'
import { completeResolution } from './complete-resolution.ts'
import type { WantedResolution } from './wanted-resolution.ts'

/** What the operator must tell before a choice can be proposed. */
type ChoiceField = Readonly<{
  option: string
  label: string
  hint: string
  /** The only values. Empty: any text. */
  values: readonly string[]
  isOptional: boolean
}>

/** One thing that operators may decide about a case, and what it will do. */
export type Choice = Readonly<{
  action: Action
  /** The words after `afara ops`, without the reason and the fields. */
  command: readonly string[]
  fields: readonly ChoiceField[]
  /** The whole decision. Null: fields are missing, or it is refused. */
  resolution: Resolution | null
  /** Null: the words of the decision say all, or its fields are missing. */
  consequence: Consequence | null
  /** Why it cannot be chosen now. */
  refusal: string | null
  isSuggested: boolean
  isProposed: boolean
  /** The case of the standing decision under which one person may decide it alone. */
  standing: string | null
}>

/** Requested with a command of its own. In a case about them, only the suggestion can be proposed again. */
const requestedByCommand: ReadonlySet<Action> = new Set<Action>([
  'move_account',
  'set_cap',
  'set_people',
  'allow_standing',
  'confirm_import',
  'lift_freeze',
])

const field = (option: string, label: string, hint = '', more: Partial<ChoiceField> = {}): ChoiceField => ({
  option,
  label,
  hint,
  values: [],
  isOptional: false,
  ...more,
})
const evidence = field('--evidence', 'Evidence', 'What proves it. The other operator checks it.')

const fieldsOf: Partial<Record<Action, readonly ChoiceField[]>> = {
  took_back: [field('--took-back', 'The credit that the bank took back', 'Its id: crd_…')],
  return_to_wallet: [
    field('--return-to-wallet', 'Wallet of the business'),
    field('--network', 'Network', '', { values: ['Polygon', 'Avalanche', 'Solana', 'Stellar'] }),
    evidence,
  ],
  redirect: [
    field('--redirect', 'Account number', 'Ten digits.'),
    field('--bank', 'Bank', 'Its NIP code or slug.'),
    field('--name', 'Name at the bank'),
    evidence,
  ],
  read_again: [field('--read-again', 'Block', 'Read the network again from this block.')],
  explain: [
    field('--explain', 'What it is', '', { values: explanations }),
    evidence,
    field('--payout', 'Payout', 'pay_…, for a return or a payout.', { isOptional: true }),
    field('--whose', 'Owner', 'Of naira that stays in suspense.', { isOptional: true }),
  ],
  freeze_and_report: [field('--evidence', 'Report to NIGSAC', 'Its number and day.')],
}

/** Actions whose first field is the option itself. */
const namedByField: ReadonlySet<Action> = new Set<Action>([
  'took_back',
  'return_to_wallet',
  'redirect',
  'read_again',
  'explain',
])

/** Returns everything that operators may decide about a case, each with what it will do. Changes nothing. */
export async function foreseeChoices(
  sql: Sql,
  {
    file,
    stake,
    names,
    now,
  }: Readonly<{ file: CaseFile; stake: Stake; names: ReadonlyMap<string, string>; now: Date }>,
): Promise<readonly Choice[]> {
  if (file.state === 'resolved') return []
  const wanted = [
    ...suggestedChoice(file),
    ...possibleFor(file).flatMap((action) => plainChoices(file, action, names)),
  ]
  const choices: Choice[] = []
  for (const { command, wanted: asked, fields, name } of wanted) {
    const about = name === undefined ? stake : { ...stake, businessName: name }
    const { resolution, refusal } =
      fields.length > 0 ? { resolution: null, refusal: null } : await complete(sql, file, asked)
    const before = choices.find((one) => resolution !== null && isDeepStrictEqual(one.resolution, resolution))
    if (before !== undefined) continue
    choices.push({
      action: asked.action as Action,
      command,
      fields,
      resolution,
      consequence: resolution === null ? null : (consequenceOf(resolution, about) ?? null),
      refusal,
      isSuggested: command.includes('--as-proposed'),
      isProposed: isDeepStrictEqual(file.resolution, resolution) && resolution !== null,
      standing: resolution === null ? null : await findStanding(sql, file, resolution, now),
    })
  }
  if (file.resolution === null || choices.some(({ isProposed }) => isProposed)) return choices
  return [proposedChoice(file, file.resolution, stake), ...choices]
}

type Wanted = Readonly<{
  command: readonly string[]
  wanted: WantedResolution
  fields: readonly ChoiceField[]
  /** The business that a candidate belongs to, if it is not that of the case. */
  name?: string
}>

function suggestedChoice(file: CaseFile): Wanted[] {
  if (file.proposal === null) return []
  return [{ command: ['propose', idOf(file), '--as-proposed'], wanted: file.proposal, fields: [] }]
}

function plainChoices(file: CaseFile, action: Action, names: ReadonlyMap<string, string>): Wanted[] {
  if (
    requestedByCommand.has(action) ||
    (file.kind === 'request' && !['allocate', 'return', 'keep'].includes(action))
  )
    return []
  if (action === 'lift_lien')
    return file.lineId === null
      ? []
      : [{ command: ['lien', 'lift', formatId('credit', file.lineId)], wanted: { action }, fields: [] }]
  if (action === 'allocate') return candidatesOf(file, names)
  const option = toOption(action)
  if (!option.startsWith('--')) return []
  const fields = fieldsOf[action] ?? []
  return [
    {
      command: ['propose', idOf(file), ...(namedByField.has(action) ? [] : [option])],
      wanted: { action },
      fields,
    },
  ]
}

/** Every buy that the credit may belong to, and one that the operator names. */
function candidatesOf({ facts, ...file }: CaseFile, names: ReadonlyMap<string, string>): Wanted[] {
  const listed = Array.isArray(facts.candidates)
    ? (facts.candidates as ReadonlyArray<Record<string, unknown>>)
    : []
  const known = listed.flatMap(({ transaction_id: id, business_id: business }) =>
    typeof id === 'string' ? [{ id, name: names.get(String(business)) }] : [],
  )
  return [
    ...known.map(({ id, name }) => ({
      ...(name !== undefined && { name }),
      command: ['propose', idOf(file), '--allocate', formatId('transaction', id)],
      wanted: { action: 'allocate', transaction_id: id },
      fields: [],
    })),
    {
      command: ['propose', idOf(file)],
      wanted: { action: 'allocate' },
      fields: [field('--allocate', 'The buy that it pays', 'Its id: txn_…')],
    },
  ]
}

function proposedChoice(file: CaseFile, resolution: Resolution, stake: Stake): Choice {
  return {
    action: resolution.action,
    command: ['approve', idOf(file)],
    fields: [],
    resolution,
    consequence: consequenceOf(resolution, stake) ?? null,
    refusal: null,
    isSuggested: false,
    isProposed: true,
    standing: null,
  }
}

async function findStanding(sql: Sql, { id, kind }: CaseFile, resolution: Resolution, now: Date) {
  const grounds: readonly string[] | undefined = Object.entries(standingKinds).find(
    ([action]) => action === resolution.action,
  )?.[1]
  return grounds?.includes(kind) === true ? findCoveringStanding(sql, id, resolution, now) : null
}

async function complete(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Readonly<{ resolution: Resolution | null; refusal: string | null }>> {
  try {
    return { resolution: await completeResolution(sql, file, wanted), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) return { resolution: null, refusal: error.message }
    throw error
  }
}

function idOf({ id }: Pick<CaseFile, 'id'>): string {
  return formatId('case', id)
}
