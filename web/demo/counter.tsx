import type { Count } from '@afara/stack/demo/demo-state.ts'
import { useEffect, useState } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'

const STALE_AFTER_MS = 10_000

/** The verdict of the independent reader. It is the only large block of colour, and turns red when money is not where it should be. */
export function Counter({ count }: Readonly<{ count: Count | null }>) {
  const ageMs = useAge(count?.checkedAt)
  const isStale = count === null || ageMs > STALE_AFTER_MS
  const isBad = count !== null && (count.paidTwice > 0 || count.lost > 0 || count.koboDifference !== '0')
  const muted = isBad ? 'text-on-deep-bad' : 'text-on-deep-muted'
  return (
    <section
      aria-label="Independent check"
      className={joinClasses(
        'flex min-h-[236px] flex-col rounded-panel text-on-deep shadow-panel',
        isBad ? 'bg-deep-bad' : 'bg-deep',
      )}
    >
      <header className="flex flex-wrap justify-between gap-x-4 px-6 pt-4">
        <h2 className="text-small font-semibold">3. Check the result</h2>
        <span className={muted}>{count === null ? 'not read yet' : summaryOf(count)}</span>
      </header>
      <dl
        className={joinClasses(
          'my-auto grid gap-y-3 px-6 py-4 middle:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]',
          isStale && 'opacity-60',
        )}
      >
        <Figure name="Every order" note={noteOf(count)} muted={muted} isFirst>
          {(count?.paidTwice ?? 0) > 0 ? `Paid twice: ${count?.paidTwice}` : 'Paid once ✓'}
        </Figure>
        <Figure
          name="Lost"
          note={(count?.lost ?? 0) > 0 ? 'arrived, went nowhere' : 'nothing missing'}
          muted={muted}
        >
          {count?.lost ?? 0}
        </Figure>
        <Figure name="Kobo difference" note="bank and chain, to the kobo" muted={muted}>
          <Money kobo={count?.koboDifference ?? '0'} />
        </Figure>
      </dl>
      {isBad && (
        <ul role="alert" className="max-h-20 overflow-y-auto px-6 pb-3 font-medium">
          {count.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <footer
        className={joinClasses('flex min-h-12 items-center gap-3 border-t border-deep-line px-6 py-2', muted)}
      >
        <i
          className={joinClasses(
            'size-2 shrink-0 rounded-full border border-current',
            !isStale && 'bg-current ring-4 ring-deep-line',
          )}
        />
        <span>
          {count === null ? (
            'Waiting for the first reading of bank and chain.'
          ) : (
            <>
              Read from bank and chain{' '}
              <b className="font-medium text-on-deep">{(ageMs / 1000).toFixed(1)} s ago</b>, by a process that
              cannot see our database.
            </>
          )}
        </span>
      </footer>
    </section>
  )
}

type FigureProps = Readonly<{
  name: string
  note: string
  muted: string
  isFirst?: boolean
  children: React.ReactNode
}>

function Figure({ name, note, muted, isFirst = false, children }: FigureProps) {
  return (
    <div className={joinClasses('flex flex-col', !isFirst && 'border-deep-line middle:border-l middle:pl-6')}>
      <dt className={joinClasses('text-body', muted)}>{name}</dt>
      <dd className="text-display font-semibold tracking-tight whitespace-nowrap middle:text-amount">
        {children}
      </dd>
      <dd className={joinClasses('text-caption', muted)}>{note}</dd>
    </div>
  )
}

function noteOf(count: Count | null): string {
  if (count === null || count.paymentsIn + count.cashedOut === 0) return 'nothing paid yet: press Pay'
  if (count.onItsWay > 0) return `${count.onItsWay} on its way now`
  return `${count.delivered + count.cashedOut} arrived, none on its way`
}

function summaryOf({ paymentsIn, delivered, refunded, cashedOut, takenBack }: Count): string {
  const parts = [
    `${paymentsIn} in`,
    `${delivered} delivered`,
    refunded > 0 && `${refunded} refunded`,
    cashedOut > 0 && `${cashedOut} cashed out`,
    takenBack > 0 && `${takenBack} taken back`,
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

/** Milliseconds since then, counted on between two readings. */
function useAge(at: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return at === undefined ? Infinity : Math.max(0, now - Date.parse(at))
}
