import { Link, useParams } from '@tanstack/react-router'
import { Check, Download, KeyRound, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { ExactText } from '../case/exact-text.tsx'
import { Age, Freshness, linkLook } from '../parts.tsx'
import { useMode, useOperator } from '../use-console.ts'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { Units } from './units.tsx'
import { type BooksDay, isUncompared, noonOf, useBooksDay } from './use-books.ts'

/** The books of one day: every account, and who signed it off. */
export function DayPage() {
  const mode = useMode()
  const { day = '' } = useParams({ strict: false })
  const { roles } = useOperator()
  const { data, error } = useBooksDay(day)
  const [isSigning, setIsSigning] = useState(false)
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined || data.day !== day) return <Skeleton rows={8} />
  const isClosed = data.closed_at !== null
  const maySign = roles.includes('treasury') || roles.includes('administrator')
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-80">
          <p className="text-caption text-muted">
            <Link to="/$mode/books" params={{ mode }} className={linkLook}>
              Books
            </Link>
          </p>
          <h1 className="flex flex-wrap items-center gap-3 text-title font-semibold tracking-tight">
            {dayOf(noonOf(day))}
            {data.sign_off !== null ? (
              <Pill tone="good">Signed off</Pill>
            ) : isClosed ? (
              <Pill tone="warn">To sign off</Pill>
            ) : (
              <Pill tone="info">Open</Pill>
            )}
          </h1>
        </div>
        <Freshness />
        <Button asChild className="grow middle:grow-0">
          <a href={`/console/v1/${mode}/books/export?from=${day}&to=${day}`} download>
            <Download size={16} aria-hidden />
            Export this day
          </a>
        </Button>
        {isClosed && data.sign_off === null && maySign && (
          <Button look="primary" className="grow middle:grow-0" onClick={() => setIsSigning(true)}>
            <KeyRound size={16} aria-hidden />
            Sign off…
          </Button>
        )}
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_360px]">
        <LinesPanel day={data} />
        <SignOffPanel day={data} />
      </div>
      {isSigning && <SignOffDialog day={day} onClose={() => setIsSigning(false)} />}
    </div>
  )
}

function LinesPanel({ day }: Readonly<{ day: BooksDay }>) {
  const { lines } = day
  return (
    <Panel title="Accounts" aside={lines.length === 1 ? '1 account' : `${lines.length} accounts`}>
      {lines.length === 0 ? (
        <EmptyState>Nothing was booked on this day, and no account had a balance.</EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys do not scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label="Accounts of the day" tabIndex={0} className="overflow-x-auto -outline-offset-2">
          <table className="w-full min-w-160 text-small">
            <thead className="text-left text-caption text-muted">
              <tr className="h-8 border-b">
                <th className="pr-2 pl-4 font-medium">Account</th>
                <th className="px-2 text-right font-medium">Opening</th>
                <th className="px-2 text-right font-medium">In</th>
                <th className="px-2 text-right font-medium">Out</th>
                <th className="px-2 text-right font-medium">Closing</th>
                <th className="pr-4 pl-2 text-right font-medium">Outside</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => {
                const unit = { asset: line.asset, decimals: line.decimals }
                return (
                  <tr key={`${line.account} ${line.asset}`} className="h-9 border-b last:border-b-0">
                    <td className="max-w-60 truncate pr-2 pl-4" title={line.account}>
                      {nameOf(line.account)}
                    </td>
                    <td className="px-2 text-right">
                      <Units minor={line.opening_minor} {...unit} isZeroQuiet />
                    </td>
                    <td className="px-2 text-right">
                      <Units minor={line.in_minor} {...unit} isZeroQuiet />
                    </td>
                    <td className="px-2 text-right">
                      <Units minor={line.out_minor} {...unit} isZeroQuiet />
                    </td>
                    <td className="px-2 text-right font-medium">
                      <Units minor={line.closing_minor} {...unit} />
                    </td>
                    <td className="pr-4 pl-2 text-right whitespace-nowrap">
                      {line.world_minor === null ? (
                        <span className={isUncompared(line) ? 'text-warn' : 'text-muted'}>
                          {isUncompared(line) ? 'not compared' : 'ledger only'}
                        </span>
                      ) : line.difference_minor === '0' ? (
                        <span className="inline-flex items-center gap-1">
                          <Check size={14} aria-hidden className="text-good" />
                          agrees
                        </span>
                      ) : (
                        <Units minor={line.world_minor} {...unit} />
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}

/** `payout_bank:0198…` is the payout bank whose id ends so. */
function nameOf(account: string): string {
  const [kind = '', ...owner] = account.split(':')
  const short = owner.join(' ').replace(/[0-9a-f]{8}-[0-9a-f-]{23}([0-9a-f]{4})/, '…$1')
  return `${kind.replaceAll('_', ' ')} ${short}`.trim()
}

function SignOffPanel({ day }: Readonly<{ day: BooksDay }>) {
  const { sign_off: signOff, closed_at: closedAt, differing } = day
  if (signOff === null)
    return (
      <Panel title="Sign-off">
        <EmptyState>
          {closedAt !== null ? (
            <>
              Closed <Age at={closedAt} />. Nobody has signed it off yet. Compare the accounts with the banks
              and the chains, then sign.
            </>
          ) : differing.length > 0 ? (
            `It cannot be closed while something differs: ${differing.join('; ')}.`
          ) : (
            'The day is still open. A few minutes after midnight in Lagos it is closed, if nothing differs.'
          )}
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title="Sign-off">
      <div className="grid gap-3 p-4">
        <p className="text-small">
          <span className="font-medium">{signOff.name}</span> signed it off, <Age at={signOff.at} />.
        </p>
        <Verified isVerified={signOff.is_verified} site={signOff.site} />
        <ExactText text={signOff.text} code={signOff.code} title="The signed text" />
      </div>
    </Panel>
  )
}

/** The result of verifying a signature again, just now. */
export function Verified({ isVerified, site }: Readonly<{ isVerified: boolean; site: string | null }>) {
  return isVerified ? (
    <p className="flex items-center gap-2 text-small text-good">
      <Check size={16} aria-hidden className="shrink-0" />
      <span>The signature is valid{site !== null && `, made at ${site.replace(/^https?:\/\//, '')}`}</span>
    </p>
  ) : (
    <p className="flex items-center gap-2 text-small text-bad">
      <ShieldAlert size={16} aria-hidden className="shrink-0" />
      The signature does not match this text, so somebody changed one of them. Follow
      docs/runbooks/tampering-found.md.
    </p>
  )
}
