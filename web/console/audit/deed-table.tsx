import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileKey2 } from 'lucide-react'
import { useState } from 'react'
import { askPeople } from '../../shared/ask.ts'
import { dateOf, isoToday, shortDayOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Verified } from '../books/day-page.tsx'
import { ExactText } from '../case/exact-text.tsx'
import { Age, Avatar, linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'

/** Something that a person or the system did. */
export type Deed = Readonly<{
  id: string
  at: string
  person_id: string | null
  who: string
  second: string | null
  what: string
  subject: string
  reason: string
  details: Readonly<Record<string, unknown>>
  decision_version: string | null
}>

type Chosen = Readonly<{ caseId: string; version: string }>

export function DeedTable({ deeds }: Readonly<{ deeds: readonly Deed[] }>) {
  const [chosen, setChosen] = useState<Chosen>()
  return (
    <>
      <ul>
        {deeds.map((deed) => (
          <li
            key={deed.id}
            className="grid items-center gap-x-4 gap-y-1 border-t px-4 py-2 text-small first:border-t-0 middle:grid-cols-[150px_minmax(0,200px)_minmax(0,1fr)_170px]"
          >
            <When at={deed.at} />
            <p className="flex min-w-0 items-center gap-2">
              {deed.person_id !== null && <Avatar name={deed.who} />}
              <span className="min-w-0 truncate font-medium">{deed.who}</span>
            </p>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2">
                <span>{sayWhat(deed)}</span>
                <Subject deed={deed} />
              </p>
              <p className="text-caption break-words text-muted">
                “{deed.reason}”{deed.second !== null && `, approved by ${deed.second}`}
              </p>
            </div>
            <span className="middle:justify-self-end">
              {deed.decision_version !== null && (
                <Button
                  onClick={() => setChosen({ caseId: deed.subject, version: deed.decision_version ?? '' })}
                  className="middle:h-7"
                >
                  <FileKey2 size={14} aria-hidden />
                  Signed decision
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <DecisionDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** The time and its age; older than today also the day. */
function When({ at }: Readonly<{ at: string }>) {
  const isToday = dateOf(at) === dateOf(`${isoToday()}T11:00:00Z`)
  return (
    <p className="text-caption text-muted">
      {!isToday && `${shortDayOf(at)}, `}
      <Age at={at} />
    </p>
  )
}

/** `case.proposed` with a resolution is "proposed: lift freeze". */
function sayWhat({ what, details }: Deed): string {
  const [noun = '', verb = ''] = what.split('.')
  const { resolution } = details as { resolution?: { action?: string } }
  const decided = resolution?.action === undefined ? '' : `: ${resolution.action.replaceAll('_', ' ')}`
  const words = noun === 'case' ? `${verb}${decided}` : `${noun} ${verb}`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replaceAll('_', ' ')
}

/** What it is about, as a link where there is a page. */
function Subject({ deed }: Readonly<{ deed: Deed }>) {
  const mode = useMode()
  const { subject } = deed
  if (subject.startsWith('cas_'))
    return (
      <Link to="/$mode/cases/$case" params={{ mode, case: subject }} className={linkLook}>
        case …{subject.slice(-4)}
      </Link>
    )
  if (deed.what === 'close.signed_off') {
    const day = subject.split(' ')[1] ?? ''
    return (
      <Link to="/$mode/books/$day" params={{ mode, day }} className={linkLook}>
        {day}
      </Link>
    )
  }
  if (/^[a-z]{3}_[0-9a-f]{32}$/.test(subject)) return <ShortId id={subject} />
  return <span className="text-muted">{subject}</span>
}

type Decision = Readonly<{
  action: string
  text: string
  code: string
  signatures: ReadonlyArray<
    Readonly<{
      part: 'proposed' | 'approved'
      name: string
      passkey: string
      at: string
      is_verified: boolean
      site: string | null
    }>
  >
}>

/** The exact text, its code, and each signature with the result of verifying it now. */
function DecisionDialog({ chosen, onClose }: Readonly<{ chosen: Chosen; onClose: () => void }>) {
  const mode = useMode()
  const path = `/console/v1/${mode}/cases/${chosen.caseId}/decisions/${chosen.version}`
  const { data, error } = useQuery({
    queryKey: ['decision', path],
    queryFn: async () => askPeople<Decision>(path),
  })
  return (
    <Dialog title="Signed decision" onClose={onClose}>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton rows={4} />}
      {data !== undefined && (
        <div className="grid gap-4">
          <ul className="grid gap-3">
            {data.signatures.map((one) => (
              <li key={one.part} className="flex gap-3">
                <Avatar name={one.name} />
                <div className="min-w-0">
                  <p className="text-small">
                    <span className="font-medium">{one.name}</span> {one.part} it with “{one.passkey}”,{' '}
                    <Age at={one.at} />
                  </p>
                  <Verified isVerified={one.is_verified} site={one.site} />
                </div>
              </li>
            ))}
          </ul>
          <ExactText text={data.text} code={data.code} title="The signed text" />
        </div>
      )}
    </Dialog>
  )
}
