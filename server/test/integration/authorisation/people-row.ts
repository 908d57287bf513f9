import type { Action } from '../../../src/records/people/role-actions.ts'
import type { TestPerson } from '../../people-world.ts'

/** Two businesses: the caller's own, if the caller is a member, and another one. */
export type PeopleParties = Readonly<{ ownBusiness: string; otherBusiness: string; stranger: TestPerson }>

export type PeopleProbe = Readonly<{
  url(parties: PeopleParties): string
  /** What is sent, or a function that makes it of the parties. */
  body?: unknown
  /** Answer to a person whose role allows the action. */
  passed: string
  /** Answer to a member, if it differs. */
  passedMember?: string
}>

export type PeopleRow = Readonly<{
  access: 'public' | Action
  probes: Readonly<Record<string, PeopleProbe>>
  /** A page sends people without a session to the sign-in, and tells others in HTML why it does not open. */
  isPage?: true
}>

/** A route that answers everybody with its access alike. */
export const only = (
  access: PeopleRow['access'],
  url: string,
  passed: string,
  body?: unknown,
): PeopleRow => ({
  access,
  probes: { own: { url: () => url, passed, ...(body !== undefined && { body }) } },
})
