import type { Look } from '../../../records/businesses/look-store.ts'
import { payColoursOf } from '../../../records/businesses/pay-colour.ts'

/** What a page shows of a business besides its name. */
export type ShownLook = Readonly<{
  /** A style of its own, which the policy of the page allows by its hash. */
  style: string
  logoUrl: string | null
}>

/** Returns how a page looks; undefined if the business chose nothing. */
export function shownLook({ colour, logo }: Look, logoUrl: string): ShownLook | undefined {
  if (colour === null && logo === null) return undefined
  return { style: colour === null ? '' : styleOf(colour), logoUrl: logo === null ? null : logoUrl }
}

/** The colour is on the monogram, in both modes as it is, and on the copy buttons and the main button. Green, amber and red are ours and mean a state. */
function styleOf(colour: string): string {
  const { light, dark } = payColoursOf(colour)
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`
  return `:root { --badge: ${light.own}; --own: ${both('own')}; --on-own: ${both('onOwn')}; --own-soft: ${both('soft')} }`
}
