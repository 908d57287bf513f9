import type { ToldStep, ToldTimeline } from './told-timeline.ts'

const WIDTH = 1040
const TOP = 150
const STEP_HEIGHT = 48
const EVIDENCE_HEIGHT = 17
const TIME_RIGHT = 104
const TEXT_LEFT = 500
const LANES = [
  { holder: 'payer', title: 'payer', x: 158, ink: '#8a5a12' },
  { holder: 'afara', title: 'Afara', x: 252, ink: '#0b7a64' },
  { holder: 'in_flight', title: 'in flight', x: 346, ink: '#3c5fb4' },
  { holder: 'recipient', title: 'recipient', x: 440, ink: '#7a3f8f' },
] as const
const INK = { title: '#16211f', text: '#4a5855', faint: '#e6e9e6', panel: '#fbfcfa', border: '#d5dcd8' }
const MONO = "ui-monospace, 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"

type Row = Readonly<{
  step: ToldStep
  lane: (typeof LANES)[number]
  y: number
  /** The event, and the resulting status if there is one. */
  words: string
  ids: readonly string[]
}>

/** Draws who held the money at each time, from the top down. Uses its own panel, so that it looks the same on a light and a dark page. */
export function drawTimeline(timeline: ToldTimeline, caption: string): string {
  const rows = placeRows(timeline.steps)
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) throw new Error('the timeline has no steps to draw')
  const foot = last.y + STEP_HEIGHT + last.ids.length * EVIDENCE_HEIGHT
  const height = foot + 34
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title summary" font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif">`,
    '<title id="title">One buy, and who had the money when</title>',
    `<desc id="summary">${rows.map(({ step, lane }) => escape(`${since(first.step, step)}, ${lane.title}: ${step.sentence}`)).join(' ')}</desc>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="14" fill="${INK.panel}" stroke="${INK.border}"/>`,
    text(32, 46, 'One buy, and who had the money when', { size: 22, weight: 650, fill: INK.title }),
    text(32, 72, caption, { size: 14 }),
    ...LANES.map(({ title, x, ink }) => drawLane(title, x, ink, foot - 18)),
    ...rows.slice(1).map((row, index) => drawWay(rows[index] ?? row, row)),
    ...rows.map((row) => drawRow(row, since(first.step, row.step))),
    text(32, height - 18, `Drawn from the rows of ${timeline.transaction_id} by npm run prove -- timeline.`, {
      size: 12,
    }),
    '</svg>',
  ].join('\n')}\n`
}

/** Returns the rows. Each piece of evidence is shown at its first step only. */
function placeRows(steps: readonly ToldStep[]): Row[] {
  const shown = new Set<string>()
  let y = TOP
  return steps.map((step, index) => {
    const fresh = step.evidence.filter(({ id }) => !shown.has(id))
    for (const { id } of fresh) shown.add(id)
    const lane = LANES.find(({ holder }) => holder === step.holder)
    if (lane === undefined) throw new Error(`the figure has no column for the holder ${step.holder}`)
    const ids = fresh.map(({ kind, id }) => (kind === 'session' ? `session ${id}` : id))
    const words = steps[index - 1]?.status === step.status ? step.event : `${step.event} → ${step.status}`
    const row = { step, lane, y, words, ids }
    y += STEP_HEIGHT + ids.length * EVIDENCE_HEIGHT
    return row
  })
}

function drawLane(title: string, x: number, ink: string, bottom: number): string {
  return (
    `<line x1="${x}" y1="${TOP - 30}" x2="${x}" y2="${bottom}" stroke="${INK.faint}" stroke-width="2"/>` +
    text(x, TOP - 40, title, { anchor: 'middle', weight: 650, fill: ink })
  )
}

/** Draws the money at its holder until the next step, and only then moves it. */
function drawWay(from: Row, to: Row): string {
  const turn = to.y - 26
  const over =
    from.lane.x === to.lane.x
      ? `V${to.y}`
      : `V${turn}C${from.lane.x} ${to.y - 6} ${to.lane.x} ${turn - 8} ${to.lane.x} ${to.y}`
  return `<path d="M${from.lane.x} ${from.y}${over}" fill="none" stroke="${from.lane.ink}" stroke-width="3" stroke-linecap="round"/>`
}

function drawRow({ step, lane, y, words, ids }: Row, time: string): string {
  const { x, ink } = lane
  return [
    `<line x1="${x + 12}" y1="${y}" x2="${TEXT_LEFT - 12}" y2="${y}" stroke="${INK.faint}"/>`,
    `<circle cx="${x}" cy="${y}" r="6.5" fill="${INK.panel}" stroke="${ink}" stroke-width="3"/>`,
    text(TIME_RIGHT, y + 4.5, time, { anchor: 'end', family: MONO }),
    text(TEXT_LEFT, y + 1, step.sentence, { weight: 600, fill: INK.title }),
    text(TEXT_LEFT, y + 18, words, { size: 12, fill: ink }),
    ...ids.map((id, index) =>
      text(TEXT_LEFT, y + 18 + (index + 1) * EVIDENCE_HEIGHT, id, { size: 11, family: MONO }),
    ),
  ].join('')
}

function since(first: ToldStep, step: ToldStep): string {
  const seconds = (Date.parse(step.at) - Date.parse(first.at)) / 1000
  return `${seconds.toFixed(2)} s`
}

type TextLook = Readonly<{ anchor?: string; size?: number; weight?: number; fill?: string; family?: string }>

function text(left: number, baseline: number, content: string, look: TextLook): string {
  const { anchor = 'start', size = 13, weight = 400, fill = INK.text, family } = look
  const font = family === undefined ? '' : ` font-family="${family}"`
  return `<text x="${left}" y="${baseline}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${fill}"${font}>${escape(content)}</text>`
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
