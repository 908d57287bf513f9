import { parse } from 'csv-parse/sync'
import { type ListContent, type ListFormat, plainAddress } from './list-screen.ts'

/** The list of Specially Designated Nationals of the US Treasury. All its files must be complete and of the same day. */
export const sdnFormat: ListFormat = {
  name: 'sdn',
  files: ['sdn.csv', 'alt.csv', 'sdn_comments.csv'],
  read: readSdnList,
}

function readSdnList([sdn = '', alt = '', comments = '']: readonly string[]): ListContent {
  const entries = readSdnRows('sdn.csv', sdn, 12)
  const others = readSdnRows('alt.csv', alt, 5)
  const remarks = remarksOf(entries, readSdnRows('sdn_comments.csv', comments, 2))
  const stray = others.find(([entry = '']) => !remarks.has(entry))
  // A file may be complete but from another day than the other files.
  if (stray !== undefined) throw new Error(`alt.csv refers to entry ${stray[0]}, which sdn.csv does not have`)
  // Our customers are persons and organisations. Ships have names such as Blessing, which would match many persons.
  const met = new Set(entries.filter(([, , type]) => !isCraft(type)).map(([entry]) => entry))
  const names = [
    ...entries.map(([entry = '', name = '']) => ({ entry, name })),
    ...others.map(([entry = '', , , name = '']) => ({ entry, name })),
  ]
  return {
    names: names.filter(({ entry }) => met.has(entry)),
    addresses: [...remarks].flatMap(([entry, text]) =>
      currencyAddresses(text).map((address) => ({ entry, address })),
    ),
    publishedOn: undefined,
  }
}

/** Returns the remarks by entry. A long remark continues in a separate file, split even within a word. */
function remarksOf(entries: string[][], comments: string[][]): Map<string, string> {
  const remarks = new Map(entries.map((cells) => [cells[0] ?? '', cells[11] ?? '']))
  for (const [entry = '', more = ''] of comments) {
    const before = remarks.get(entry)
    if (before === undefined)
      throw new Error(`sdn_comments.csv refers to entry ${entry}, which sdn.csv does not have`)
    remarks.set(entry, before + more)
  }
  return remarks
}

function isCraft(type: string | undefined): boolean {
  return type === 'vessel' || type === 'aircraft'
}

/** The publisher's files end with this mark. A file without it is truncated, perhaps within a name. */
const END_MARK = '\u001a'
/** The publisher's text for an empty cell. */
const EMPTY_CELL = /^-0-$/

/** Reads the rows of one file. Throws if the file is truncated or a row does not have `width` cells. */
function readSdnRows(file: string, text: string, width: number): string[][] {
  if (!text.endsWith(END_MARK)) throw new Error(`${file} is truncated: it has no end mark`)
  const whole = text.slice(0, -END_MARK.length)
  if (whole === '') throw new Error(`${file} is empty`)
  if (!whole.endsWith('\r\n')) throw new Error(`${file} is truncated: its last line has no end`)
  const rows = parseCsv(file, whole)
  const broken = rows.findIndex(
    (cells) => cells.length !== width || cells.some((cell) => cell.includes('\r\n')),
  )
  if (broken >= 0) throw new Error(`${file}, line ${broken + 1} does not have ${width} cells`)
  return rows
}

function parseCsv(file: string, text: string): string[][] {
  try {
    return parse(text, {
      record_delimiter: '\r\n',
      relax_column_count: true,
      cast: (cell, { quoting }) => (quoting ? cell : cell.trim().replace(EMPTY_CELL, '')),
    })
  } catch (cause) {
    throw new Error(`${file} is not CSV`, { cause })
  }
}

const CURRENCY_ADDRESS = /Digital Currency Address - [A-Z0-9]+ ([^\s;]+)/g

/** Returns the wallet addresses in a remark. The currency is ignored, because one key works on many networks. */
function currencyAddresses(remarks: string): string[] {
  return [...remarks.matchAll(CURRENCY_ADDRESS)].map((match) =>
    plainAddress((match[1] ?? '').replace(/\.$/, '')),
  )
}
