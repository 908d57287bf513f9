import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { ListContent, ListFormat } from './list-screen.ts'

const HEADER = ['number', 'type', 'name', 'aliases', 'published']
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The Nigeria Sanctions List. The committee publishes web pages and no files, so operators maintain a CSV with its `sha256sum` digest in a
 * second file. A CSV that does not match its digest, because it was truncated or changed, is refused.
 */
export const nigsacFormat: ListFormat = {
  name: 'nigsac',
  files: ['nigsac.csv', 'nigsac.csv.sha256'],
  read: ([csv = '', digest = '']): ListContent => {
    const said = /^([0-9a-f]{64})\s/.exec(digest)?.[1]
    if (said !== createHash('sha256').update(csv).digest('hex'))
      throw new Error('it does not match its digest')
    const [header, ...rows] = parse(csv, { trim: true })
    if (JSON.stringify(header) !== JSON.stringify(HEADER))
      throw new Error(`its first line is not ${HEADER.join(',')}`)
    const wrong = rows.findIndex(
      ([number, , name, , published]) => !number || !name || !DAY.test(published ?? ''),
    )
    if (wrong >= 0) throw new Error(`line ${wrong + 2} has no number, no name or no day of publication`)
    return {
      names: rows.flatMap(([entry = '', , name = '', aliases = '']) =>
        [name, ...aliases.split(';')].flatMap((each) =>
          each.trim() === '' ? [] : [{ entry, name: each.trim() }],
        ),
      ),
      addresses: [],
      publishedOn: rows
        .map(([, , , , published = '']) => published)
        .toSorted()
        .at(-1),
    }
  },
}
