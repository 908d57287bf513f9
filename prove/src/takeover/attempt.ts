export const routes = ['http', 'functions', 'tables'] as const
type Route = (typeof routes)[number]

/** One try of an attacker. */
export type Attempt = Readonly<{
  kind: string
  route: Route
  /** What the attacker has: a passkey, a role of the database, a key. */
  holds: string
  what: string
  /** The answer: a refusal with its code, or `accepted`. */
  said: string
  /** Tables in which the attempt changed rows. */
  changed: readonly string[]
  /** Seconds until something named the attempt; undefined if nothing did. */
  noticedS: number | undefined
}>
