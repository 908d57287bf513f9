import { useMemo, useState } from 'react'
import { clockOf, durationOf, shortDayOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { DayChart } from '../../shared/ui/day-chart.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount } from '../parts.tsx'
import { useNow } from '../use-console.ts'
import { assetOf, nameOf, type Place } from './use-money.ts'

/** What we send and pay from, how long each lasts, and the last 30 days of the chosen one. */
export function FloatsPanel({
  places,
  topUp,
}: Readonly<{ places: readonly Place[]; topUp: (place: Place) => void }>) {
  const spent = places.filter(({ kind }) => kind === 'lane' || kind === 'payout_account')
  const [chosen, setChosen] = useState<string>()
  const shown =
    spent.find(({ place }) => place === chosen) ?? spent.find(({ is_low: isLow }) => isLow) ?? spent[0]
  return (
    <Panel title="Floats" aside="choose one to see its last 30 days">
      {spent.length === 0 && (
        <EmptyState>There is no lane and no payout account yet. Two operators open one.</EmptyState>
      )}
      <div className="grid wide:grid-cols-[minmax(0,1fr)_420px]">
        <ul className="min-w-0">
          {spent.map((place) => (
            <FloatRow
              key={place.place}
              place={place}
              isShown={place === shown}
              choose={() => setChosen(place.place)}
            />
          ))}
        </ul>
        {shown !== undefined && (
          <div className="min-w-0 border-t wide:border-t-0 wide:border-l">
            <div className="flex items-center justify-between gap-3 px-4 pt-3">
              <h3 className="text-small font-semibold">{nameOf(shown.place)}</h3>
              <Button onClick={() => topUp(shown)}>Top up…</Button>
            </div>
            <History place={shown} />
          </div>
        )}
      </div>
    </Panel>
  )
}

function FloatRow({
  place,
  isShown,
  choose,
}: Readonly<{ place: Place; isShown: boolean; choose: () => void }>) {
  const now = useNow()
  return (
    <li className="border-t first:border-t-0">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={choose}
        className={joinClasses(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-left text-small -outline-offset-2 hover:bg-sunken middle:grid-cols-[minmax(0,1fr)_160px_196px_112px]',
          isShown && 'bg-brand-soft hover:bg-brand-soft',
        )}
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{nameOf(place.place)}</span>
          <span className={joinClasses('block text-caption', place.is_low ? 'text-warn' : 'text-muted')}>
            {lastsOf(place, now)}
          </span>
        </span>
        <span className="text-right font-medium">
          <Amount minor={place.ledger_minor} asset={assetOf(place)} />
        </span>
        <span className="hidden text-right text-caption text-muted middle:block">
          last hour <Amount minor={place.hour_minor} asset={assetOf(place)} />
        </span>
        <span className="hidden text-right text-caption text-muted middle:block">
          {place.world_at === null ? (
            'not read yet'
          ) : (
            <>
              read <Age at={place.world_at} isBare />
            </>
          )}
          {place.gas !== null && <span className="block truncate">{place.gas}</span>}
        </span>
      </button>
    </li>
  )
}

function lastsOf({ state, empty_at: emptyAt, hour_minor: hour, is_low: isLow }: Place, now: number): string {
  if (state !== 'active') return `It is ${state}`
  if (hour === '0') return 'Nothing left in the last hour'
  if (emptyAt === null) return 'Lasts more than a week at this pace'
  const seconds = (new Date(emptyAt).getTime() - now) / 1_000
  if (seconds <= 0) return 'Nothing is available now: waiting payments need all of it'
  return `${isLow ? 'Runs short' : 'Lasts'} ${isLow ? 'at' : 'until'} ${clockOf(emptyAt)}, ${durationOf(seconds)} from now`
}

/** Kobo as whole naira, for the eye. The exact amount is in the words under the line. */
const wholeOf = (minor: string) => Number(BigInt(minor) / 100n)

function History({ place }: Readonly<{ place: Place }>) {
  const [pointed, setPointed] = useState<number>()
  const { days } = place
  const points = useMemo(
    () => days.map(({ day, closing_minor: minor }) => ({ day, whole: wholeOf(minor) })),
    [days],
  )
  const shown = days[pointed ?? days.length - 1]
  if (shown === undefined)
    return <EmptyState>The balances of its days appear after the first posting.</EmptyState>
  return (
    <figure className="px-2 pt-3 pb-3 text-muted">
      <DayChart points={points} point={setPointed} />
      <figcaption className="px-2 text-caption">
        {shortDayOf(`${shown.day}T12:00:00Z`)}:{' '}
        <b className="font-medium text-text">
          <Amount minor={shown.closing_minor} asset={assetOf(place)} />
        </b>
        , <Amount minor={shown.out_minor} asset={assetOf(place)} /> left that day
        {shown.out_minor !== '0' && `, ${coverOf(shown.closing_minor, shown.out_minor)}`}
      </figcaption>
    </figure>
  )
}

/** How long the balance of a day would last at the pace of that day. */
function coverOf(closing: string, out: string): string {
  const hours = (BigInt(closing) * 24n) / BigInt(out)
  return `enough for ${durationOf(Number(hours) * 3_600)} at that pace`
}
