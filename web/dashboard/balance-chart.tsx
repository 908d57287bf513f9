import type { BalanceDay } from '@afara/sdk'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Money } from '../shared/ui/money.tsx'
import { koboOf, shortDayOf } from './words.ts'

const HEIGHT_PX = 180

/** The balance at the end of each day as a line. The words under it say the same for the day under the pointer, or for the last day. */
export function BalanceChart({ days }: Readonly<{ days: readonly BalanceDay[] }>) {
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    const at = box.current
    if (at === null) return undefined
    const plot = new UPlot(optionsFor(at, setPointed), dataOf(days), at)
    const resize = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: HEIGHT_PX }))
    resize.observe(at)
    const redraw = () => plot.redraw()
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      resize.disconnect()
      themes.disconnect()
      system.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [days])
  const shown = days[pointed ?? days.length - 1]
  return (
    <figure className="px-2 pt-4 pb-3 text-muted">
      <div ref={box} aria-hidden="true" className="h-45 text-brand" />
      {shown !== undefined && (
        <figcaption className="px-2 text-caption">
          {shortDayOf(`${shown.day}T12:00:00Z`)}:{' '}
          <b className="font-medium text-text">
            <Money kobo={koboOf(shown.closing)} unit="" /> NGNC
          </b>
          , <Money kobo={koboOf(shown.in)} unit="" /> in, <Money kobo={koboOf(shown.out)} unit="" /> out
        </figcaption>
      )}
    </figure>
  )
}

/** Whole tokens are exact enough for a picture. No sum is made of them. */
function dataOf(days: readonly BalanceDay[]): UPlot.AlignedData {
  return [
    days.map(({ day }) => Date.parse(`${day}T00:00:00+01:00`) / 1_000),
    days.map(({ closing }) => Number.parseInt(closing.split('.')[0] ?? '0', 10)),
  ]
}

function optionsFor(box: HTMLElement, point: (index: number | undefined) => void): UPlot.Options {
  // A canvas needs colours that are resolved. The box has the colour of the line, and the figure that of the words.
  const line = () => getComputedStyle(box).color
  const words = () => getComputedStyle(box.parentElement ?? box).color
  const font = `12px ${getComputedStyle(box).fontFamily}`
  const axis = { stroke: words, font, ticks: { show: false } }
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _least, most) => [0, most === 0 ? 1 : most * 1.1] } },
    series: [
      {},
      {
        stroke: line,
        width: 2,
        fill: () => line().replace('rgb(', 'rgba(').replace(')', ', 0.1)'),
        points: { show: false },
      },
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 80,
        incrs: [1, 2, 7, 14, 30, 60].map((days) => days * 86_400),
        values: (_plot, splits) => splits.map((seconds) => shortDayOf(new Date(seconds * 1_000))),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: () => words().replace('rgb(', 'rgba(').replace(')', ', 0.15)'), width: 1 },
        values: (_plot, splits) => splits.map(shortFigure),
      },
    ],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
  }
}

/** Short forms are for axes only: 1.2m. */
function shortFigure(value: number): string {
  return new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
    .format(value)
    .toLowerCase()
}
