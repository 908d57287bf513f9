/** Where time went, largest part first. */
export type Bar = Readonly<{ title: string; parts: ReadonlyArray<Readonly<{ name: string; ms: number }>> }>

const WIDTH = 800
const LEFT = 32
const ROOM = WIDTH - 2 * LEFT
const TOP = 104
const BAR_HEIGHT = 26
const COLUMNS = 4
const ROW_HEIGHT = 20
const INK = { title: '#16211f', text: '#4a5855', panel: '#fbfcfa', border: '#d5dcd8' }
const FILLS = [
  '#0b7a64',
  '#4f9f8c',
  '#8fc3b5',
  '#c9e1da',
  '#b4531a',
  '#d48a5c',
  '#ecc4a8',
  '#a9b4b0',
  '#d5dcd8',
]

/** Draws the bars on their own panel, all to the same scale, each with a legend below it. */
export function drawProfile(bars: readonly Bar[], footnote: string): string {
  const longest = Math.max(...bars.map(totalOf))
  let top = TOP
  const drawn = bars.map((bar) => {
    const at = top
    top += 24 + BAR_HEIGHT + 14 + Math.ceil(bar.parts.length / COLUMNS) * ROW_HEIGHT + 24
    return drawBar(bar, at, longest)
  })
  const height = top + 24
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title summary" font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif">`,
    '<title id="title">Where the CPU time of a buy and of a sell goes</title>',
    `<desc id="summary">${bars.map(describe).join('; ')}</desc>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="14" fill="${INK.panel}" stroke="${INK.border}"/>`,
    text(LEFT, 46, 'Where the CPU time of a buy and of a sell goes', {
      size: 22,
      weight: 650,
      fill: INK.title,
    }),
    text(LEFT, 72, 'Milliseconds of our own processes for each transaction', { size: 14 }),
    ...drawn,
    text(LEFT, height - 20, footnote, { size: 12 }),
    '</svg>',
  ].join('\n')}\n`
}

function drawBar(bar: Bar, top: number, longest: number): string {
  let left = LEFT
  const segments = bar.parts.map(({ ms }, place) => {
    const width = round((ms / longest) * ROOM)
    const segment = `<rect x="${round(left)}" y="${top + 12}" width="${width}" height="${BAR_HEIGHT}" fill="${fillOf(place)}"/>`
    left += width
    return segment
  })
  const legend = bar.parts.map(({ name, ms }, place) => {
    const x = LEFT + (place % COLUMNS) * (ROOM / COLUMNS)
    const y = top + 12 + BAR_HEIGHT + 22 + Math.floor(place / COLUMNS) * ROW_HEIGHT
    return `<rect x="${x}" y="${y - 10}" width="11" height="11" rx="2" fill="${fillOf(place)}"/>${text(x + 17, y, `${name} ${ms.toFixed(1)}`, {})}`
  })
  const title = text(LEFT, top, `${bar.title}: ${totalOf(bar).toFixed(1)} ms`, {
    weight: 600,
    fill: INK.title,
  })
  return [title, ...segments, ...legend].join('')
}

function fillOf(place: number): string {
  return FILLS[Math.min(place, FILLS.length - 1)] ?? INK.border
}

function totalOf({ parts }: Bar): number {
  return parts.reduce((sum, { ms }) => sum + ms, 0)
}

function describe(bar: Bar): string {
  return `${bar.title}: ${bar.parts.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(', ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

type TextLook = Readonly<{ size?: number; weight?: number; fill?: string }>

function text(left: number, baseline: number, content: string, look: TextLook): string {
  const { size = 13, weight = 400, fill = INK.text } = look
  return `<text x="${left}" y="${baseline}" font-size="${size}" font-weight="${weight}" fill="${fill}">${content}</text>`
}
