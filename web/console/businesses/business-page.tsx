import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { CaseLink } from '../cases/case-link.tsx'
import { Age, Amount, Freshness, linkLook, ShortId } from '../parts.tsx'
import { SubjectLine } from '../subject-line.tsx'
import { useMode } from '../use-console.ts'
import { ExposureDialog, ResumeDialog, SuspendDialog, TermsDialog } from './business-dialogs.tsx'
import { GoLivePanel } from './go-live-panel.tsx'
import { KeysPanel, StandingPanel } from './keys-panel.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { stateOf, useBusiness, type WholeBusiness } from './use-business.ts'

/** One business: what it may do, what we risk for it, what is asked about it, and what two operators can change. */
export function BusinessPage() {
  const mode = useMode()
  const { business: id } = useParams({ from: '/$mode/businesses/$business' })
  const { data, error } = useBusiness(id)
  const [doing, setDoing] = useState<'suspend' | 'resume' | 'terms' | 'exposure'>()
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  const close = () => setDoing(undefined)
  const dialog = { whole: data, onClose: close }
  return (
    <article aria-label="Business" className="grid gap-4">
      <Top whole={data} suspend={() => setDoing('suspend')} resume={() => setDoing('resume')} />
      {error !== null && <Problem>{error.message}</Problem>}
      <Figures whole={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_424px]">
        <div className="grid min-w-0 gap-4">
          <CasesPanel whole={data} />
          {mode === 'live' && <GoLivePanel whole={data} />}
          <TransactionsPanel whole={data} />
          <ActivityPanel whole={data} />
        </div>
        <div className="grid min-w-0 gap-4">
          <TermsPanel
            whole={data}
            change={() => setDoing('terms')}
            changeExposure={() => setDoing('exposure')}
          />
          <KeysPanel keys={data.keys} />
          <StandingPanel standing={data.standing} />
        </div>
      </div>
      {doing === 'suspend' && <SuspendDialog {...dialog} />}
      {doing === 'resume' && <ResumeDialog {...dialog} />}
      {doing === 'terms' && <TermsDialog {...dialog} />}
      {doing === 'exposure' && <ExposureDialog {...dialog} />}
    </article>
  )
}

function Top({
  whole: { business },
  suspend,
  resume,
}: Readonly<{ whole: WholeBusiness; suspend: () => void; resume: () => void }>) {
  const mode = useMode()
  const [tone, words] = stateOf[business.state]
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <nav aria-label="Where this is" className="flex items-center gap-2">
          <Link to="/$mode/businesses" params={{ mode }} className={linkLook}>
            Businesses
          </Link>
          <span aria-hidden="true">/</span>
        </nav>
        <ShortId id={business.business_id} />
        <Pill tone={tone}>{words}</Pill>
        {business.is_frozen && <Pill tone="bad">Frozen</Pill>}
        <span className="ml-auto">
          <Freshness />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="grow text-display font-semibold tracking-tight">{business.name}</h1>
        {business.state === 'active' && (
          <Button className="border-bad! text-bad!" onClick={suspend}>
            Suspend…
          </Button>
        )}
        {business.state === 'suspended' && <Button onClick={resume}>Propose to resume…</Button>}
      </div>
      <p className="text-small text-muted">
        Link tag <span className="font-mono">{business.link_tag}</span>
        {business.tier !== null && `, tier ${business.tier}`}
      </p>
      {business.frozen_because !== null && (
        <p className="rounded-small bg-bad-soft px-3 py-2 text-small text-bad">
          Nothing of it is sent or paid out: “{business.frozen_because}”. Two operators lift it on Now.
        </p>
      )}
    </header>
  )
}

function Figures({ whole: { business, terms, used, balances } }: Readonly<{ whole: WholeBusiness }>) {
  const tokens = balances.find(({ asset }) => asset === 'NGNC')
  const naira = balances.find(({ asset }) => asset === 'NGN')
  const owes = BigInt(tokens?.owes_minor ?? 0) + BigInt(naira?.owes_minor ?? 0)
  return (
    <Stats className="grid-cols-2 middle:grid-cols-3 wide:grid-cols-5 [&>div]:border-t [&>div]:border-l">
      <Stat
        name="Exposure"
        note={
          <>
            of <Amount minor={business.exposure_limit_minor} /> that can still be recalled
          </>
        }
      >
        <Amount minor={business.exposure_minor} />
      </Stat>
      <Stat name="Balance" note="it can spend this">
        <Amount minor={tokens?.available_minor ?? '0'} asset="NGNC" />
      </Stat>
      <Stat
        name="In open transactions"
        note={
          <>
            and <Amount minor={tokens?.held_minor ?? '0'} asset="NGNC" />
          </>
        }
      >
        <Amount minor={naira?.held_minor ?? '0'} />
      </Stat>
      <Stat
        name="Moved today"
        note={
          terms.daily_limit_minor === null ? (
            'no daily limit'
          ) : (
            <>
              of <Amount minor={terms.daily_limit_minor} /> a day
            </>
          )
        }
      >
        <Amount minor={used.day_minor} />
      </Stat>
      <Stat name="It owes us" note={owes === 0n ? 'nothing' : 'for credits that a bank took back'}>
        <Amount minor={String(owes)} />
      </Stat>
    </Stats>
  )
}

function CasesPanel({ whole: { cases } }: Readonly<{ whole: WholeBusiness }>) {
  return (
    <Panel title="Open cases" aside={cases.length === 0 ? undefined : String(cases.length)}>
      {cases.length === 0 && <EmptyState>It has no open case.</EmptyState>}
      <ul>
        {cases.map((row) => (
          <li key={row.case_id} className="border-t first:border-t-0">
            <CaseLink row={row} isChosen={false} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function TransactionsPanel({ whole: { transactions } }: Readonly<{ whole: WholeBusiness }>) {
  const mode = useMode()
  return (
    <Panel title="Newest transactions">
      {transactions.length === 0 && <EmptyState>It has made no transaction in {mode} mode yet.</EmptyState>}
      <ul>
        {transactions.map((one) => (
          <li key={one.id} className="border-t first:border-t-0">
            <Link
              to="/$mode/transactions/$transaction"
              params={{ mode, transaction: one.id }}
              className="flex min-h-11 items-center gap-3 px-4 text-small -outline-offset-2 hover:bg-sunken middle:min-h-9"
            >
              <SubjectLine one={one} hasBusiness={false} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ActivityPanel({ whole: { activity } }: Readonly<{ whole: WholeBusiness }>) {
  return (
    <Panel title="What people did" aside="newest first">
      {activity.length === 0 && <EmptyState>Nobody has changed anything yet.</EmptyState>}
      <ol className="text-small">
        {activity.map((one) => (
          <li
            key={`${one.at} ${one.sentence}`}
            className="flex flex-wrap items-baseline gap-x-3 border-t px-4 py-2 first:border-t-0"
          >
            <span className="min-w-0 grow">{one.sentence}</span>
            {one.subject !== null && <ShortId id={one.subject} />}
            <span className="text-caption text-muted">
              <Age at={one.at} isBare />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
