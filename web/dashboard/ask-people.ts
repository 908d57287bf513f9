export { answerWithPasskey, askPeople, createPasskey, Refused, readReply, sayProblem } from '../shared/ask.ts'

export type Person = Readonly<{
  person_id: string
  email: string
  is_email_confirmed: boolean
  name: string
  memberships: ReadonlyArray<Readonly<{ business_id: string; role: string }>>
}>
export type Business = Readonly<{ business_id: string; name: string; link_tag: string; is_live: boolean }>
export type IssuedKey = Readonly<{ key_id: string; secret: string }>
export type ListedKey = Readonly<{
  key_id: string
  mode: Mode
  label: string
  scopes: readonly string[]
  created_at: string
  /** The networks from which it may be used; empty: from anywhere. */
  networks: readonly string[]
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}>
export type Mode = 'test' | 'live'
