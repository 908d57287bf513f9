const PLACES = 1_000

/** A leg is the place of its credit among those of the buy, and how often two people sent it elsewhere. */
export function legOf(leg: number): Readonly<{ place: number; redirect: number }> {
  return { place: leg % PLACES, redirect: Math.floor(leg / PLACES) }
}
