import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedName } from '../../../records/screening/listed-names.ts'
import { currencyAddresses } from './currency-addresses.ts'
import { readSdnRows } from './sdn-rows.ts'

export const SDN_FILES = ['sdn.csv', 'alt.csv', 'sdn_comments.csv'] as const

export type SdnList = Readonly<{
  names: readonly ListedName[]
  addresses: ReadonlyArray<Readonly<{ entry: string; address: string }>>
  digest: string
}>

/** One fetched set of the files, whole or not at all. */
export async function readSdnList(folder: string): Promise<SdnList> {
  const [sdn, alt, comments] = await Promise.all(
    SDN_FILES.map(async (file) => readFile(join(folder, file), 'utf8')),
  )
  const entries = readSdnRows('sdn.csv', sdn ?? '', 12)
  const others = readSdnRows('alt.csv', alt ?? '', 5)
  const remarks = remarksOf(entries, readSdnRows('sdn_comments.csv', comments ?? '', 2))
  const stray = others.find(([entry = '']) => !remarks.has(entry))
  // Each of the files may be whole and of another day than the rest.
  if (stray !== undefined) throw new Error(`alt.csv speaks of entry ${stray[0]}, which sdn.csv does not have`)
  // We meet people and bodies: with the names of ships every Blessing would be one.
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
    digest: createHash('sha256').update(`${sdn}${alt}${comments}`).digest('hex'),
  }
}

/** A long remark goes on in a file of its own, cut in the middle of a word. */
function remarksOf(entries: string[][], comments: string[][]): Map<string, string> {
  const remarks = new Map(entries.map((cells) => [cells[0] ?? '', cells[11] ?? '']))
  for (const [entry = '', more = ''] of comments) {
    const before = remarks.get(entry)
    if (before === undefined)
      throw new Error(`sdn_comments.csv speaks of entry ${entry}, which sdn.csv does not have`)
    remarks.set(entry, before + more)
  }
  return remarks
}

function isCraft(type: string | undefined): boolean {
  return type === 'vessel' || type === 'aircraft'
}
