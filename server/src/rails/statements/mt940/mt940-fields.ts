import { Refusal } from '../../../kernel/refusal.ts'

export type Field = Readonly<{ tag: string; text: string; place: string }>

// Descriptions are broken at this width.
const WIDTH = 65
const TAG = /^:(20|21|25|28C|60F|60M|61|86|62F|62M|64|65|13D|34F|90C|90D):/

/**
 * The fields of a message. Text that a payer typed may have been broken just before a colon, and then looks like a field:
 * an entry counts only with its description behind it, and a description only behind an entry or at the end.
 */
export function readFields(text: string): Field[] {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => line.startsWith(':20:'))
  const end = lines.findIndex((line, place) => place > start && (line === '-}' || line === '-'))
  if (start < 0 || end < 0 || lines.slice(end + 1).some((line) => line.trim() !== '')) {
    throw new Refusal('statement_unreadable', 'The file is not one whole MT940 message, from :20: to -}.')
  }
  const tags = lines.map((line, place) => (place < start || place >= end ? undefined : TAG.exec(line)?.[1]))
  const fields: { tag: string; text: string; place: string }[] = []
  for (const [place, line] of lines.entries()) {
    if (place < start || place >= end) continue
    const tag = tags[place]
    const last = fields.at(-1)
    if (tag === undefined || (last?.tag === '86' && !canFollow(tags, place, tag))) {
      if (last !== undefined) last.text += line
    } else {
      if (last?.tag === '86') refuseWrapped(lines, place)
      fields.push({ tag, text: line.slice(tag.length + 2), place: `line ${place + 1}` })
    }
  }
  return fields
}

/** Behind a description: an entry that has a description of its own, or what closes the message. */
function canFollow(tags: readonly (string | undefined)[], place: number, tag: string): boolean {
  if (tag !== '61') return tag.startsWith('62')
  return tags.slice(place + 1).find((next) => next !== undefined) === '86'
}

/**
 * For typed text to look like an entry with a description, both the line before it and the entry itself must fill the whole
 * width. A real entry may too, once in a long while: nothing tells them apart, so nothing is taken.
 */
function refuseWrapped(lines: readonly string[], place: number): void {
  const before = (lines[place - 1] ?? '').replace(TAG, '')
  if (before.length < WIDTH || lines[place]?.length !== WIDTH) return
  throw new Refusal(
    'statement_unreadable',
    `Line ${place + 1} could be an entry, or words that a payer typed.`,
  )
}
