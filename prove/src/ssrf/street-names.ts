import { setOf } from './control-addresses.ts'

/** Answer to one lookup of a name. */
export type Found = Readonly<{ a: readonly string[]; aaaa: readonly string[]; alias?: string }>

const [PUBLIC_FOUR, PUBLIC_SIX] = [setOf('ipv4')[0] ?? '', setOf('ipv6')[0] ?? '']

/** Answer for names of no known kind: a private address, as a hostile name server would give. */
const TRAP = '10.0.0.1'

/**
 * Answers as an attacker's name server. The first label of a name selects the answer. `asked` is the number of earlier lookups of this name
 * and type.
 */
export function answerName(name: string, asked: number): Found {
  const [kind = '', hex = ''] = (name.split('.')[0] ?? '').split('-')
  const four = hex.length === 8 ? [dotted(hex)] : []
  const six = hex.length === 32 ? [colons(hex)] : []
  switch (kind) {
    case 'to':
      return { a: four, aaaa: six }
    // One public address and one that is not, in both orders.
    case 'mix':
      return { a: [PUBLIC_FOUR, ...four], aaaa: six.length === 0 ? [] : [PUBLIC_SIX, ...six] }
    case 'xim':
      return { a: [...four, PUBLIC_FOUR], aaaa: six.length === 0 ? [] : [...six, PUBLIC_SIX] }
    // Public for one family, not for the other.
    case 'split':
      return { a: [PUBLIC_FOUR], aaaa: [hex.length === 32 ? colons(hex) : `::ffff:${dotted(hex)}`] }
    case 'alias':
      return { a: four, aaaa: six, alias: 'localhost' }
    // Public when the name is checked, and another address at the connection.
    case 'rebind':
      return asked === 0 ? { a: [PUBLIC_FOUR], aaaa: [] } : { a: four, aaaa: six }
    case 'flip':
      return asked % 2 === 0 ? { a: [PUBLIC_FOUR], aaaa: [] } : { a: four, aaaa: six }
    default:
      return { a: [TRAP], aaaa: [] }
  }
}

function dotted(hex: string): string {
  return [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join('.')
}

function colons(hex: string): string {
  return Array.from({ length: 8 }, (_, at) => hex.slice(at * 4, at * 4 + 4)).join(':')
}
