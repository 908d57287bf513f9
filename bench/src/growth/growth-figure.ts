export type GrowthPoint = Readonly<{
  /** Postings in the ledger before the rounds. */
  size: number
  /** The median of the rounds' ratios to the small ledger, and all of them. */
  ratio: number
  ratios: readonly number[]
  /** Entries per second, at the median. */
  ours: number
}>

const WIDTH = 800
const HEIGHT = 460
const PLOT = { left: 76, right: 764, top: 108, bottom: 352 }
const TOP_RATIO = 1.2
const SIZES = { from: 7_000, to: 14_500_000 }
const INK = {
  title: '#16211f',
  text: '#4a5855',
  grid: '#e6e9e6',
  axis: '#a9b4b0',
  line: '#0b7a64',
  target: '#b4531a',
}

/** A picture on a panel of its own, so that it reads the same on a light and on a dark page. */
export function drawGrowth(points: readonly GrowthPoint[], target: number): string {
  const path = points.map(({ size, ratio }) => `${x(size)},${y(ratio)}`).join(' ')
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title summary" font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif">`,
    '<title id="title">Posting rate as the ledger grows</title>',
    `<desc id="summary">${describe(points)}</desc>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="14" fill="#fbfcfa" stroke="#d5dcd8"/>`,
    text(32, 46, 'Posting rate as the ledger grows', { size: 22, weight: 650, fill: INK.title }),
    text(32, 72, 'Entries posted per second, as a share of the rate on a ledger of 10,000 postings', {
      size: 14,
    }),
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map(drawGridLine),
    ...drawTarget(target),
    ...points.map(drawSizeTick),
    `<line x1="${PLOT.left}" y1="${y(0)}" x2="${PLOT.right}" y2="${y(0)}" stroke="${INK.axis}"/>`,
    `<polyline points="${path}" fill="none" stroke="${INK.line}" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...points.map(drawPoint),
    text(
      (PLOT.left + PLOT.right) / 2,
      412,
      'postings already in the ledger (log scale), and entries per second there',
      { anchor: 'middle' },
    ),
    text(
      32,
      440,
      'Dot: median. Bar: lowest and highest round. Both ledgers measured in turn; each entry is a durable commit of its own.',
      { size: 12 },
    ),
    '</svg>',
  ].join('\n')}\n`
}

function drawGridLine(ratio: number): string {
  const line = `<line x1="${PLOT.left}" y1="${y(ratio)}" x2="${PLOT.right}" y2="${y(ratio)}" stroke="${INK.grid}"/>`
  return line + text(PLOT.left - 12, y(ratio) + 4.5, ratio.toFixed(1), { anchor: 'end' })
}

function drawTarget(target: number): string[] {
  return [
    `<line x1="${PLOT.left}" y1="${y(target)}" x2="${PLOT.right}" y2="${y(target)}" stroke="${INK.target}" stroke-width="1.5" stroke-dasharray="6 5"/>`,
    text(PLOT.left + 8, y(target) + 18, `target ${target.toFixed(2)}`, { size: 12, fill: INK.target }),
  ]
}

function drawSizeTick({ size, ours }: GrowthPoint): string {
  const at = x(size)
  const tick = `<line x1="${at}" y1="${y(0)}" x2="${at}" y2="${y(0) + 6}" stroke="${INK.axis}"/>`
  const rate = `${Math.round(ours).toLocaleString('en')}/s`
  return (
    tick +
    text(at, y(0) + 23, shorten(size), { anchor: 'middle', fill: INK.title, weight: 600 }) +
    text(at, y(0) + 40, rate, { anchor: 'middle', size: 12 })
  )
}

function drawPoint({ size, ratio, ratios }: GrowthPoint): string {
  const at = x(size)
  const [low, high] = [y(Math.min(...ratios)), y(Math.min(Math.max(...ratios), TOP_RATIO))]
  const bar = `M${at - 6} ${low}H${at + 6}M${at} ${low}V${high}M${at - 6} ${high}H${at + 6}`
  return (
    `<path d="${bar}" stroke="${INK.line}" stroke-width="1.5" stroke-opacity="0.55" fill="none"/>` +
    `<circle cx="${at}" cy="${y(ratio)}" r="5.5" fill="#fbfcfa" stroke="${INK.line}" stroke-width="2.5"/>` +
    text(at, high - 10, ratio.toFixed(2), { anchor: 'middle', fill: INK.line, weight: 650 })
  )
}

type TextLook = Readonly<{ anchor?: string; size?: number; weight?: number; fill?: string }>

function text(left: number, baseline: number, content: string, look: TextLook): string {
  const { anchor = 'start', size = 13, weight = 400, fill = INK.text } = look
  return `<text x="${left}" y="${baseline}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${fill}">${content}</text>`
}

function x(size: number): number {
  const share = Math.log(size / SIZES.from) / Math.log(SIZES.to / SIZES.from)
  return round(PLOT.left + share * (PLOT.right - PLOT.left))
}

function y(ratio: number): number {
  return round(PLOT.bottom - (ratio / TOP_RATIO) * (PLOT.bottom - PLOT.top))
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}

function shorten(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`
}

function describe(points: readonly GrowthPoint[]): string {
  return points.map(({ size, ratio }) => `${shorten(size)} postings: ${ratio.toFixed(2)}`).join('; ')
}
