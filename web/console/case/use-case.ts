import { useParams } from '@tanstack/react-router'
import { useConsole } from '../use-console.ts'

export type Point = Readonly<{ text: string; detail: string | null }>
export type Share = Readonly<{
  who: string
  asset: 'NGN' | 'NGNC'
  minor: string | null
  words: string | null
}>
type ChoiceField = Readonly<{
  option: string
  label: string
  hint: string
  values: readonly string[]
  is_optional: boolean
}>

export type Choice = Readonly<{
  action: string
  title: string
  command: readonly string[]
  fields: readonly ChoiceField[]
  says: string | null
  gets: readonly Share[]
  how: string | null
  undo: string | null
  if_wrong: string | null
  refusal: string | null
  is_suggested: boolean
  is_proposed: boolean
  /** The standing decision under which one person may close the case with this choice. */
  standing: string | null
}>

export type Proposal = Readonly<{
  operator_id: string
  name: string
  at: string
  reason: string
  text: string
  short_code: string
}>

type Step = Readonly<{
  at: string
  by: string | null
  action: string
  says: string | null
  reason: string
}>

export type CaseScreen = Readonly<{
  case: Readonly<{
    case_id: string
    kind: string
    title: string
    summary: string
    state: 'open' | 'awaiting_approval' | 'resolved'
    version: string
    opened_at: string
    due_at: string
    owner: string | null
    owner_id: string | null
    people: string
    transaction_id: string | null
    transaction_status: string | null
    credit_id: string | null
  }>
  money: Readonly<{
    from: string | null
    from_account: string | null
    held_minor: string
    is_on_its_way: boolean
    held_asset: 'NGN' | 'NGNC'
    held_at: string | null
    since: string | null
    to: string | null
    to_account: string | null
    claimed_minor: string
    narration: string | null
  }>
  evidence: Readonly<{
    for: readonly Point[]
    against: readonly Point[]
    facts: ReadonlyArray<Readonly<{ name: string; value: string }>>
  }>
  choices: readonly Choice[]
  suggestion: Readonly<{ grounds: readonly string[]; followed: string; decided: string }> | null
  proposal: Proposal | null
  steps: readonly Step[]
  files: ReadonlyArray<
    Readonly<{ number: string; name: string; bytes: string; by: string | null; at: string }>
  >
  runbook: Readonly<{ title: string; page: string; steps: readonly string[]; stop: string }>
  overdue: ReadonlyArray<Readonly<{ transaction_id: string; expected_by: string }>>
}>

export function useCase() {
  const { case: id } = useParams({ from: '/$mode/cases/$case' })
  return useConsole<CaseScreen>('cases', `/cases/${encodeURIComponent(id)}`)
}

/** The key of a choice: two choices never have the same command and fields. */
export function keyOf({ command, fields }: Choice): string {
  return [...command, ...fields.map(({ option }) => option)].join(' ')
}
