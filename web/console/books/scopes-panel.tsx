import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { clockOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { Units } from './units.tsx'
import type { Scope, Trace, TracedRow } from './use-books.ts'

const tones: Readonly<Record<Scope['state'], Tone>> = { agrees: 'good', differs: 'warn', confirmed: 'bad' }
const words: Readonly<Record<Scope['state'], string>> = {
  agrees: 'Agrees',
  differs: 'Differs',
  confirmed: 'Differs, confirmed',
}
const keyOf = ({ kind, scope }: Scope) => `${kind} ${scope}`

/** Everything that is compared. A row opens to what is under way and to the rows of both sides that disagree. */
export function ScopesPanel({ scopes }: Readonly<{ scopes: readonly Scope[] }>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpened(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    )
  return (
    <Panel title="Reconciliation" aside="our ledger compared with banks, vendors and chains">
      {scopes.length === 0 && (
        <EmptyState>
          Nothing is compared yet. The reconciler compares every account and wallet every 20 seconds once it
          runs.
        </EmptyState>
      )}
      {scopes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys do not scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label="Comparisons" tabIndex={0} className="overflow-x-auto -outline-offset-2">
          <table className="w-full min-w-160 text-small">
            <thead className="text-left text-caption text-muted">
              <tr className="h-8 border-b">
                <th className="pr-2 pl-4 font-medium">Compared</th>
                <th className="px-2 font-medium">State</th>
                <th className="px-2 text-right font-medium">Ours</th>
                <th className="px-2 text-right font-medium">Theirs</th>
                <th className="px-2 text-right font-medium">Difference</th>
                <th className="pr-4 pl-2 text-right font-medium">Checked</th>
              </tr>
            </thead>
            <tbody>
              {scopes.map((scope) => {
                const key = keyOf(scope)
                const isOpen = opened.has(key) !== (scope.state !== 'agrees')
                return (
                  <Fragment key={key}>
                    <ScopeRow scope={scope} isOpen={isOpen} toggle={() => toggle(key)} />
                    {isOpen && (
                      <tr className="border-b bg-sunken last:border-b-0">
                        <td colSpan={6} className="px-4 py-3">
                          <Traces scope={scope} />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}

function ScopeRow({
  scope,
  isOpen,
  toggle,
}: Readonly<{ scope: Scope; isOpen: boolean; toggle: () => void }>) {
  const unit = { asset: scope.asset, decimals: scope.decimals }
  const isCount = scope.asset === null
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <tr className="border-b last:border-b-0">
      <td className="py-1.5 pr-2 pl-3">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-8 items-center gap-1.5 rounded-small pr-2 text-left hover:bg-sunken"
        >
          <Chevron size={14} aria-hidden className="shrink-0 text-muted" />
          <span>
            <span className="block font-medium">{scope.title}</span>
            <span className="block text-caption text-muted">{scope.compares}</span>
          </span>
        </button>
      </td>
      <td className="px-2">
        <Pill tone={tones[scope.state]}>{words[scope.state]}</Pill>
      </td>
      <td className="px-2 text-right">{isCount ? '' : <Units minor={scope.ours_minor} {...unit} />}</td>
      <td className="px-2 text-right">{isCount ? '' : <Units minor={scope.theirs_minor} {...unit} />}</td>
      <td className="px-2 text-right font-medium">
        <Units minor={scope.difference_minor} {...unit} />
        {isCount && <span className="font-normal text-muted"> found</span>}
        {explainedOf(scope) !== 0n && (
          <span className="block text-caption font-normal text-muted">the rest is explained</span>
        )}
      </td>
      <td className="pr-4 pl-2 text-right text-caption whitespace-nowrap text-muted">
        <Age at={scope.looked_at} isBare />
      </td>
    </tr>
  )
}

/** What one side shows and the other does not yet, for a known reason. It is no difference. */
function explainedOf({
  asset,
  ours_minor: ours,
  theirs_minor: theirs,
  difference_minor: difference,
}: Scope): bigint {
  return asset === null ? 0n : BigInt(theirs) - BigInt(ours) - BigInt(difference)
}

function Traces({ scope }: Readonly<{ scope: Scope }>) {
  const mode = useMode()
  const { traces, state, case_id: caseId } = scope
  const explained = explainedOf(scope)
  return (
    <div className="grid gap-3">
      <p className="text-caption text-muted">
        {explained !== 0n && (
          <>
            The sums differ by{' '}
            <Units minor={String(explained)} asset={scope.asset} decimals={scope.decimals} /> for known
            reasons, such as a payment on its way.{' '}
          </>
        )}
        {state === 'agrees' ? 'Agrees since ' : 'Differs since '}
        <Age at={scope.since} />
        {scope.last_agreed_at !== null && state !== 'agrees' && (
          <>
            . Last agreed <Age at={scope.last_agreed_at} />
          </>
        )}
        {caseId !== null && (
          <>
            .{' '}
            <Link to="/$mode/cases/$case" params={{ mode, case: caseId }} className={linkLook}>
              Open the case
            </Link>
          </>
        )}
      </p>
      {traces.length === 0 ? (
        <p className="text-small text-muted">
          {state === 'agrees'
            ? 'Nothing is in transit: both sides have the same rows.'
            : 'No single row explains it. Compare the newest rows of both sides, and follow the runbook “reconciliation differs”.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {traces.map((trace) => (
            <TraceItem key={`${trace.what} ${trace.why}`} trace={trace} scope={scope} />
          ))}
        </ul>
      )}
    </div>
  )
}

function TraceItem({ trace, scope }: Readonly<{ trace: Trace; scope: Scope }>) {
  const mode = useMode()
  return (
    <li className="rounded-small border bg-surface">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <ShortId id={trace.what} />
        <Pill tone={trace.is_explained ? 'info' : 'bad'}>{trace.why}</Pill>
        {trace.transaction_id !== null && (
          <Link
            to="/$mode/transactions/$transaction"
            params={{ mode, transaction: trace.transaction_id }}
            className={`ml-auto ${linkLook}`}
          >
            Open the transaction
          </Link>
        )}
      </p>
      <div className="grid gap-x-4 gap-y-2 px-3 py-2 middle:grid-cols-2">
        <Side
          name={scope.kind === 'ledger' ? 'The row' : 'Our ledger'}
          rows={trace.ours}
          minor={trace.ours_minor}
          scope={scope}
        />
        {scope.kind !== 'ledger' && (
          <Side name="Bank, vendor or chain" rows={trace.theirs} minor={trace.theirs_minor} scope={scope} />
        )}
      </div>
    </li>
  )
}

function Side({
  name,
  rows,
  minor,
  scope,
}: Readonly<{ name: string; rows: readonly TracedRow[]; minor: string | null; scope: Scope }>) {
  const unit = { asset: scope.asset ?? 'NGN', decimals: scope.asset === null ? '2' : scope.decimals }
  return (
    <div className="min-w-0">
      <p className="flex justify-between gap-2 text-caption font-medium text-muted">
        <span>{name}</span>
        {minor !== null && scope.kind !== 'ledger' && (
          <span className="text-text">
            <Units minor={minor} {...unit} />
          </span>
        )}
      </p>
      {rows.length === 0 && <p className="text-small text-muted">no row</p>}
      {rows.map((row) => (
        <p key={row.id} className="flex flex-wrap items-center gap-x-2 text-small">
          <ShortId id={row.id} />
          <span className="min-w-0 break-words">{row.words}</span>
          {row.at !== null && <span className="text-caption text-muted">{clockOf(row.at)}</span>}
          {row.amount_minor !== null && (
            <span className="ml-auto">
              <Units minor={row.amount_minor} {...unit} />
            </span>
          )}
        </p>
      ))}
    </div>
  )
}
