import {
  ArrowLeftRight,
  Building2,
  CircleHelp,
  KeyRound,
  Landmark,
  type LucideIcon,
  Route,
  User,
  Wallet,
  Webhook,
} from 'lucide-react'
import { toneOf, wordsOf } from '../shared/status-words.ts'
import { clockOf, durationOf, shortDayOf, shortId } from '../shared/times.ts'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { Amount } from './parts.tsx'
import type { Subject } from './use-search.ts'

const icons: Readonly<Record<Subject['kind'], LucideIcon>> = {
  transaction: ArrowLeftRight,
  credit: Landmark,
  case: CircleHelp,
  business: Building2,
  key: KeyRound,
  operator: User,
  account: Wallet,
  webhook: Webhook,
  lane: Route,
}

const otherTones: Readonly<Record<string, Tone>> = {
  active: 'good',
  used: 'ended',
  in_suspense: 'warn',
  open: 'warn',
  awaiting_approval: 'info',
  resolved: 'ended',
  revoked: 'ended',
  suspended: 'bad',
  frozen: 'bad',
  halted: 'bad',
}

/**
 * One thing that was found: what it is, whose, how it stands and how much. Its id is left out if it stands beside the line, and its business
 * on the page of that business.
 */
export function SubjectLine({
  one,
  hasId = true,
  hasBusiness = true,
}: Readonly<{ one: Subject; hasId?: boolean; hasBusiness?: boolean }>) {
  const Icon = icons[one.kind]
  const tone = one.kind === 'transaction' ? toneOf(one.status) : (otherTones[one.status] ?? 'ended')
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        {titleOf(one)}{' '}
        <span className="text-caption text-muted">
          {detailOf(hasBusiness ? one : { ...one, business: null }, hasId)}
        </span>
      </span>
      <span className="hidden shrink-0 middle:block">
        <Pill tone={tone}>{wordsOf(one.status)}</Pill>
      </span>
      {one.amount_minor !== null && (
        <span className="shrink-0 font-medium middle:min-w-32 middle:text-right">
          <Amount minor={one.amount_minor} />
        </span>
      )}
    </>
  )
}

function titleOf({ kind, type, party, business, id }: Subject): string {
  if (kind === 'transaction' || kind === 'credit')
    return `${wordsOf(type)} · ${party ?? business ?? shortId(id)}`
  if (kind === 'case') return `Case · ${wordsOf(type)}`
  return `${wordsOf(kind)} · ${party ?? shortId(id)}`
}

function detailOf({ kind, business, reference, party, at, id }: Subject, hasId: boolean): string {
  const own = kind === 'case' ? party : reference && shortReference(reference)
  return [
    business === party ? null : business,
    own,
    hasId ? shortId(id) : null,
    at === null ? null : timeOf(at),
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

const DAY_SECONDS = 86_400

/** Lagos time and its age, with the day if it was not in the last 24 hours. */
function timeOf(at: string): string {
  const seconds = (Date.now() - new Date(at).getTime()) / 1_000
  const time = seconds < DAY_SECONDS ? clockOf(at) : `${shortDayOf(at)} ${clockOf(at)}`
  return `${time}, ${durationOf(seconds)} ago`
}

const LONGEST_REFERENCE = 20

/** A reference that a machine made is as long as an id, and is shortened like one. */
function shortReference(reference: string): string {
  if (reference.length <= LONGEST_REFERENCE) return reference
  return `${reference.slice(0, 10)}…${reference.slice(-4)}`
}
