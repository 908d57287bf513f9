export type GrowthPoint = Readonly<{
  /** Completed transactions in the database before the rounds. */
  size: number
  /** The median of the CPU of a buy among few transactions, divided by that among many. `cpuRatios` has every round. */
  cpuRatio: number
  cpuRatios: readonly number[]
  /** CPU of a buy among many and among few, at the median. */
  oursTotalCpuMicros: number
  bareTotalCpuMicros: number
}>

type Scale = Readonly<{ x(size: number): number; y(ratio: number): number }>

const WIDTH = 800
const HEIGHT = 450
const PLOT = { left: 76, right: 764, top: 112, bottom: 344 }
const INK = {
  title: '#16211f',
  text: '#4a5855',
  grid: '#e6e9e6',
  axis: '#a9b4b0',
  line: '#0b7a64',
  target: '#b4531a',
  panel: '#fbfcfa',
  border: '#d5dcd8',
}

/** Draws the figure on its own panel, so that it looks the same on a light and on a dark page. */
export function drawGrowth(points: readonly GrowthPoint[], target: number): string {
  const scale = fitScale(points)
  const path = points.map(({ size, cpuRatio }) => `${scale.x(size)},${scale.y(cpuRatio)}`).join(' ')
  const middle = (PLOT.left + PLOT.right) / 2
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title summary" font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif">`,
    '<title id="title">The cost of a buy as the history grows</title>',
    `<desc id="summary">${describe(points)}</desc>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="14" fill="${INK.panel}" stroke="${INK.border}"/>`,
    text(32, 46, 'The cost of a buy as the history grows', { size: 22, weight: 650, fill: INK.title }),
    text(32, 72, 'CPU of a buy among 10,000 completed transactions, divided by its CPU among more', {
      size: 14,
    }),
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((ratio) => drawGridLine(ratio, scale)),
    drawTarget(target, scale),
    ...points.map(({ size }) => drawSizeTick(size, scale)),
    `<polyline points="${path}" fill="none" stroke="${INK.line}" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...points.map((point) => drawPoint(point, scale)),
    text(middle, PLOT.bottom + 46, 'completed transactions in the database (log scale)', {
      anchor: 'middle',
    }),
    text(32, HEIGHT - 20, footnote(points), { size: 12 }),
    '</svg>',
  ].join('\n')}\n`
}

/** The scale starts at 0, so that a drop is not exaggerated, and ends at the best round. */
function fitScale(points: readonly GrowthPoint[]): Scale {
  const highest = Math.max(1.2, ...points.flatMap(({ cpuRatios }) => cpuRatios))
  const sizes = points.map(({ size }) => size)
  const [from, to] = [Math.min(...sizes) * 0.7, Math.max(...sizes) * 1.45]
  return {
    x: (size) => between(PLOT.left, PLOT.right, Math.log(size / from) / Math.log(to / from)),
    y: (ratio) => between(PLOT.bottom, PLOT.top, ratio / highest),
  }
}

function between(start: number, end: number, share: number): number {
  return Math.round((start + share * (end - start)) * 10) / 10
}

function drawGridLine(ratio: number, { y }: Scale): string {
  const at = y(ratio)
  return (
    `<line x1="${PLOT.left}" y1="${at}" x2="${PLOT.right}" y2="${at}" stroke="${ratio === 0 ? INK.axis : INK.grid}"/>` +
    text(PLOT.left - 12, at + 4.5, ratio.toFixed(1), { anchor: 'end' })
  )
}

function drawTarget(target: number, { y }: Scale): string {
  const at = y(target)
  return (
    `<line x1="${PLOT.left}" y1="${at}" x2="${PLOT.right}" y2="${at}" stroke="${INK.target}" stroke-width="1.5" stroke-dasharray="6 5"/>` +
    text(PLOT.left + 8, at + 18, `target ${target.toFixed(2)}`, { size: 12, fill: INK.target })
  )
}

function drawSizeTick(size: number, { x, y }: Scale): string {
  const tick = `<line x1="${x(size)}" y1="${y(0)}" x2="${x(size)}" y2="${y(0) + 6}" stroke="${INK.axis}"/>`
  return tick + text(x(size), y(0) + 23, shorten(size), { anchor: 'middle', fill: INK.title, weight: 600 })
}

function drawPoint({ size, cpuRatio, cpuRatios }: GrowthPoint, { x, y }: Scale): string {
  const at = x(size)
  const [low, high] = [y(Math.min(...cpuRatios)), y(Math.max(...cpuRatios))]
  const bar = `M${at - 6} ${low}H${at + 6}M${at} ${low}V${high}M${at - 6} ${high}H${at + 6}`
  return (
    `<path d="${bar}" stroke="${INK.line}" stroke-width="1.5" stroke-opacity="0.55" fill="none"/>` +
    `<circle cx="${at}" cy="${y(cpuRatio)}" r="5.5" fill="${INK.panel}" stroke="${INK.line}" stroke-width="2.5"/>` +
    text(at, high - 10, cpuRatio.toFixed(2), { anchor: 'middle', fill: INK.line, weight: 650 })
  )
}

type TextLook = Readonly<{ anchor?: string; size?: number; weight?: number; fill?: string }>

function text(left: number, baseline: number, content: string, look: TextLook): string {
  const { anchor = 'start', size = 13, weight = 400, fill = INK.text } = look
  return `<text x="${left}" y="${baseline}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${fill}">${content}</text>`
}

/** Shows both costs, because they were measured in turn and mean little alone. */
function footnote(points: readonly GrowthPoint[]): string {
  const last = points.at(-1)
  if (last === undefined) throw new Error('nothing was measured')
  const ms = (micros: number) => (micros / 1000).toFixed(1)
  return `Dot: median. Bar: lowest and highest round. At ${shorten(last.size)}: ${ms(last.oursTotalCpuMicros)} ms of CPU for a buy, against ${ms(last.bareTotalCpuMicros)} ms.`
}

function describe(points: readonly GrowthPoint[]): string {
  return points
    .map(({ size, cpuRatio }) => `${shorten(size)} transactions: ${cpuRatio.toFixed(2)}`)
    .join('; ')
}

function shorten(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`
}
