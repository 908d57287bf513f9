import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { Age, Amount, linkLook } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { GoLiveDialog, RefuseFileDialog } from './business-dialogs.tsx'
import type { GoLive, WholeBusiness } from './use-business.ts'

const states: Readonly<Record<GoLive['state'], readonly [tone: Tone, words: string]>> = {
  draft: ['ended', 'Being filled in'],
  submitted: ['warn', 'Waits for a decision'],
  refused: ['bad', 'Refused'],
  approved: ['good', 'Approved'],
  suspended: ['bad', 'Suspended'],
}

/** What the business submitted so that it may go live, who decided it, and the decision if one waits. */
export function GoLivePanel({ whole }: Readonly<{ whole: WholeBusiness }>) {
  const file = whole.go_live
  const [doing, setDoing] = useState<'approve' | 'refuse'>()
  const [tone, words] = states[file.state]
  const close = () => setDoing(undefined)
  return (
    <Panel
      title={file.file === null ? 'Go-live file' : `Go-live file ${file.file}`}
      aside={<Pill tone={tone}>{words}</Pill>}
    >
      <Decided file={file} />
      <dl className="grid text-small middle:grid-cols-[180px_minmax(0,1fr)] [&>dd]:px-4 [&>dd]:pb-2 middle:[&>dd]:py-2 [&>dt]:px-4 [&>dt]:pt-2 [&>dt]:text-muted middle:[&>dt]:py-2">
        <Item name="Company">
          {file.company === null ? null : `${file.company.legal_name}, ${file.company.rc_number}`}
        </Item>
        <Item name="Directors and owners">
          {file.people.length === 0
            ? null
            : file.people.map((one) => (
                <span key={one.name} className="block">
                  {one.name}, {wordsOf(one.role).toLowerCase()}, {Number(one.share_bps) / 100}%{' '}
                  <span className="text-muted">checked as {one.identity_reference}</span>
                </span>
              ))}
        </Item>
        <Item name="Documents">
          {file.documents.length === 0
            ? null
            : file.documents.map((one) => (
                <span key={one.sha256} className="flex flex-wrap items-center gap-x-2">
                  {wordsOf(one.kind)}: {one.name}
                  <CopyId id={one.sha256} short={`${one.sha256.slice(0, 8)}…`} />
                </span>
              ))}
        </Item>
        <Item name="Bank account">
          {file.account === null
            ? null
            : `${file.account.number}, ${file.account.bank}. The bank says ${file.account.name}: ${matchWords[file.account.match] ?? file.account.match}`}
        </Item>
        <Item name="Expected volumes">
          {file.monthly_minor === null || file.largest_minor === null ? null : (
            <>
              <Amount minor={file.monthly_minor} /> a month, largest payment{' '}
              <Amount minor={file.largest_minor} />
            </>
          )}
        </Item>
        <Item name="Agreement">{file.agreement}</Item>
        <Item name="Vendor’s consent">{file.consent}</Item>
      </dl>
      {file.state === 'submitted' && (
        <footer className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
          <Button look="primary" onClick={() => setDoing('approve')}>
            Propose to go live…
          </Button>
          <Button onClick={() => setDoing('refuse')}>Refuse the file…</Button>
          <span className="text-caption text-muted">Two operators approve. One refuses.</span>
        </footer>
      )}
      {doing === 'approve' && <GoLiveDialog whole={whole} onClose={close} />}
      {doing === 'refuse' && <RefuseFileDialog whole={whole} onClose={close} />}
    </Panel>
  )
}

const matchWords: Readonly<Record<string, string>> = {
  match: 'the same name',
  near: 'a similar name',
  different: 'another name',
  unknown: 'nothing to compare',
}

function Decided({ file }: Readonly<{ file: GoLive }>) {
  const mode = useMode()
  return (
    <div className="grid gap-1 border-b px-4 py-3 text-small">
      {file.submitted_at === null ? (
        <p>
          Not submitted yet.
          {file.lacks.length > 0 && ` Still missing: ${file.lacks.map(({ name }) => name).join(', ')}.`}
        </p>
      ) : (
        <p>
          {file.submitted_by} submitted it <Age at={file.submitted_at} />.
        </p>
      )}
      {file.refused_at !== null && (
        <p>
          Refused <Age at={file.refused_at} />. To fix:{' '}
          {file.to_fix.map(({ name, words }) => `${name}: ${words}`).join(' ')}
        </p>
      )}
      {file.decided !== null && (
        <p>
          {file.decided.proposed_by ?? 'Somebody'} proposed and {file.decided.approved_by ?? 'somebody'}{' '}
          approved file {file.decided.file} <Age at={file.decided.at} />.{' '}
          <Link to="/$mode/cases/$case" params={{ mode, case: file.decided.case_id }} className={linkLook}>
            The signed decision
          </Link>
        </p>
      )}
    </div>
  )
}

function Item({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {children ?? <span className="text-muted">not given yet</span>}
      </dd>
    </>
  )
}
