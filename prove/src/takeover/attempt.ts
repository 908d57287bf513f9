/** The ways in. Every kind of decision is attacked by each of them. */
export const routes = [
  'people API',
  'commands',
  'pages',
  'public API',
  'SQL functions',
  'SQL tables',
] as const
export type Route = (typeof routes)[number]

/** What an attacker has. Each is a single credential of one person, or one that leaked. */
export const holders = {
  operator: 'one operator’s passkey and session',
  pepper: 'the pepper',
  role: 'the database role afara_people',
  former: 'everything of a former operator',
  key: 'an API key without payouts',
} as const
export type Holder = keyof typeof holders

/** One try of an attacker. */
export type Attempt = Readonly<{
  holder: Holder
  route: Route
  /** The kind of decision that the attacker wants; undefined if the attempt is about any. */
  kind?: string
  /** The route, command, function or table that was used. */
  through: string
  what: string
  /** The answer: a refusal with its code, or `accepted`. */
  said: string
  /** Tables in which the attempt changed rows. */
  changed: readonly string[]
  /** Guarded rows that changed without a decision: what needed two people happened. */
  effects: readonly string[]
}>
