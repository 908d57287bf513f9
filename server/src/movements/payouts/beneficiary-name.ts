import { namesContradict } from '../../records/names/compare-names.ts'

/** Whether the name that a bank gave is surely not the name that was asked for; `false` is no proof that they agree. */
export function isClearlyAnotherName(given: string, found: string): boolean {
  return namesContradict(given, found)
}
