import type { ListedName } from '../../records/screening/listed-names.ts'
import type { ListContent, ListFormat } from './list-screen.ts'
import { childrenOf, readXml, textOf, type XmlElement } from './read-xml.ts'

/** The consolidated list of the United Nations Security Council, in XML. */
export const unFormat: ListFormat = {
  name: 'un',
  files: ['consolidated.xml'],
  read: ([xml = '']): ListContent => {
    const root = readXml(xml)
    if (root.name !== 'CONSOLIDATED_LIST') throw new Error(`it is a ${root.name}, not a CONSOLIDATED_LIST`)
    const individuals = entriesOf(root, 'INDIVIDUALS', 'INDIVIDUAL')
    const entities = entriesOf(root, 'ENTITIES', 'ENTITY')
    return {
      names: [
        ...individuals.flatMap((entry) => namesOf(entry, 'INDIVIDUAL_ALIAS')),
        ...entities.flatMap((entry) => namesOf(entry, 'ENTITY_ALIAS')),
      ],
      addresses: [],
      publishedOn: requireDay(root.attributes['dateGenerated']),
    }
  },
}

function requireDay(generated: string | undefined): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(generated ?? '')?.[0]
  if (day === undefined) throw new Error('dateGenerated does not hold the publication date')
  return day
}

/** Returns the entries of a group. Throws if there are none, because a list without persons or without entities is incomplete. */
function entriesOf(root: XmlElement, group: string, element: string): XmlElement[] {
  const entries = childrenOf(root, group).flatMap((each) => childrenOf(each, element))
  if (entries.length === 0) throw new Error(`it has no ${element}`)
  return entries
}

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME', 'FIFTH_NAME', 'SIXTH_NAME']

function namesOf(entry: XmlElement, alias: string): ListedName[] {
  const number = textOf(entry, 'REFERENCE_NUMBER') || textOf(entry, 'DATAID')
  const own = NAME_PARTS.map((part) => textOf(entry, part))
    .filter((part) => part !== '')
    .join(' ')
  if (number === '' || own === '') throw new Error('an entry has no number or no name')
  const aliases = childrenOf(entry, alias)
    .filter(isTelling)
    .map((each) => textOf(each, 'ALIAS_NAME'))
  const scripts = childrenOf(entry, 'NAME_ORIGINAL_SCRIPT').map(({ text }) => text.trim())
  return [own, ...aliases, ...scripts].filter((name) => name !== '').map((name) => ({ entry: number, name }))
}

/** Whether an alias counts. An alias of low quality needs two words, because thousands of people share a single name. */
function isTelling(alias: XmlElement): boolean {
  return textOf(alias, 'QUALITY') !== 'Low' || /\S\s+\S/.test(textOf(alias, 'ALIAS_NAME'))
}
