// Everything except plain text: control characters, direction changes, zero-width, private and unassigned characters, unusual line ends.
const NOT_PLAIN_TEXT = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Makes text of payers, businesses and banks harmless for a terminal: it cannot move the cursor, hide a line or reverse digits. Escaped
 * characters stay visible, as \u{202e}. Line ends are escaped too, so the caller must split lines first.
 */
export function escapeForTerminal(text: string): string {
  return text.replace(NOT_PLAIN_TEXT, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Escapes each line of a text and keeps its line ends. */
export function escapeLinesForTerminal(text: string): string {
  return text.split('\n').map(escapeForTerminal).join('\n')
}

const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a time in Lagos as banks print it: `15 Nov 2026, 08:12`. */
export function formatMoment(at: Date): string {
  return lagos.format(at)
}

/** Formats a duration in one unit: 45 s, 12 min, 36 h, 3 d. Days are used from 48 hours on. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

export function formatAge(at: Date, now: Date): string {
  return formatDuration(now.getTime() - at.getTime())
}

export function formatDue(dueAt: Date, now: Date): string {
  const ms = dueAt.getTime() - now.getTime()
  return ms < 0 ? `${formatDuration(-ms)} overdue` : `in ${formatDuration(ms)}`
}

const TERMINAL_WIDTH = 100

type Column = Readonly<{ title: string; width: number; isRight?: boolean }>

/** Formats rows below their titles. Text is cut to the column width. Numbers, which are right-aligned, are never cut. */
export function formatTable(columns: readonly Column[], rows: ReadonlyArray<readonly string[]>): string[] {
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, isRight }, at) => {
        // Without its last digits, a number would be a different number.
        const text = isRight === true ? (cells[at] ?? '') : truncate(cells[at] ?? '', width)
        return isRight === true ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...rows.map(line)]
}

/** Formats a table with lines below each row, for text that is too long for a column. */
export function formatTableWithNotes(
  columns: readonly Column[],
  rows: ReadonlyArray<Readonly<{ cells: readonly string[]; notes: readonly string[] }>>,
): string[] {
  const [titles = '', ...lines] = formatTable(
    columns,
    rows.map(({ cells }) => cells),
  )
  return [titles, ...rows.flatMap(({ notes }, at) => [lines[at] ?? '', ...notes])]
}

/** Cuts a text and marks the cut with an ellipsis. */
export function truncate(text: string, width: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length <= width ? plain : `${plain.slice(0, width - 1)}…`
}

/** Wraps a text at the terminal width. The first line starts with `indent`, the others with `more`. */
export function wrapText(text: string, indent: string, more = indent): string[] {
  const lines: string[] = []
  const start = () => (lines.length === 0 ? indent : more)
  let line = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && start().length + line.length + 1 + word.length > TERMINAL_WIDTH) {
      lines.push(start() + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, start() + line]
}
