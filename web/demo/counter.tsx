import type { Count } from '@afara/stack/demo/demo-state.ts'
import { useEffect, useState } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'

const STALE_AFTER_MS = 10_000
const PROBLEMS_SHOWN = 3

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
        'flex flex-col rounded-panel text-on-deep shadow-panel wide:order-3 wide:min-h-[204px]',
        isBad ? 'bg-deep-bad' : 'bg-deep',
      )}
    >
      <header className="flex flex-wrap justify-between gap-x-4 px-4 pt-4 middle:px-6">
        <h2 className="text-small font-semibold">3. Check the result</h2>
        <span className={muted}>{count === null ? 'not read yet' : summaryOf(count)}</span>
      </header>
      <dl
        className={joinClasses(
          'my-auto grid grid-cols-[minmax(0,9fr)_minmax(0,5fr)_minmax(0,8fr)] px-4 py-4 middle:px-6',
          isStale && 'opacity-60',
        )}
      >
        <Figure name="Every order" note={noteOf(count)} muted={muted} isFirst>
          {verdictOf(count)}
        </Figure>
        <Figure
          name="Lost"
          note={(count?.lost ?? 0) > 0 ? 'arrived, went nowhere' : 'none missing'}
          muted={muted}
        >
          {count?.lost ?? '–'}
        </Figure>
        <Figure
          name="Kobo difference"
          note={isBad ? 'between promise and fact' : 'bank and chain agree'}
          muted={muted}
        >
          {count?.koboDifference.replace(/\B(?=(\d{3})+$)/g, ',') ?? '–'}
        </Figure>
      </dl>
      {isBad && (
        <div role="alert" className="px-4 pb-3 font-medium middle:px-6">
          {count.problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <footer
        className={joinClasses(
          'flex min-h-11 items-center gap-3 border-t border-deep-line px-4 py-2 middle:px-6',
          muted,
        )}
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
    <div
      className={joinClasses('flex flex-col pr-2', !isFirst && 'border-l border-deep-line pl-3 middle:pl-6')}
    >
      <dt className={joinClasses('text-caption whitespace-nowrap middle:text-body', muted)}>{name}</dt>
      <dd className="text-title font-semibold tracking-tight whitespace-nowrap middle:text-amount">
        {children}
      </dd>
      <dd className={joinClasses('text-caption', muted)}>{note}</dd>
    </div>
  )
}

/** Claims nothing that was not seen: there is no verdict before the first payment has arrived. */
function verdictOf(count: Count | null): string {
  if (count === null) return '–'
  if (count.paidTwice > 0) return `${count.paidTwice} paid twice`
  if (count.delivered + count.cashedOut > 0) return 'Paid once ✓'
  return count.onItsWay > 0 ? 'On its way' : 'Not paid yet'
}

function noteOf(count: Count | null): string {
  if (count === null) return 'no reading yet'
  const arrived = count.delivered + count.cashedOut
  if (arrived + count.onItsWay === 0) return 'press Pay to begin'
  return `${arrived} arrived, ${count.onItsWay === 0 ? 'none' : count.onItsWay} on the way`
}

function summaryOf({ paymentsIn, delivered, refunded, cashedOut, takenBack }: Count): string {
  const parts = [
    `${paymentsIn} paid in`,
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
