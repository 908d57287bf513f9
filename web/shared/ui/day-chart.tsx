import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { shortDayOf } from '../times.ts'

const HEIGHT_PX = 180

/** An amount at the end of a day, for the eye. The exact amounts are in words beside the line. */
export type DayPoint = Readonly<{ day: string; whole: number }>

/** One figure at the end of each day as a line. `point` is told which day is under the pointer. */
export function DayChart({
  points,
  point,
}: Readonly<{ points: readonly DayPoint[]; point: (index: number | undefined) => void }>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = box.current
    if (at === null) return undefined
    const plot = new UPlot(optionsFor(at, point), dataOf(points), at)
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
  }, [points, point])
  return <div ref={box} aria-hidden="true" className="h-45 text-brand" />
}

function dataOf(points: readonly DayPoint[]): UPlot.AlignedData {
  return [
    points.map(({ day }) => Date.parse(`${day}T00:00:00+01:00`) / 1_000),
    points.map(({ whole }) => whole),
  ]
}

function optionsFor(box: HTMLElement, point: (index: number | undefined) => void): UPlot.Options {
  // A canvas needs colours that are resolved. The box has the colour of the line, and what is around it that of the words.
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
