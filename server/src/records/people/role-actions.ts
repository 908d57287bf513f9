/** Roles of operators. An operator has one or more; an auditor has no other role. */
export const operatorRoles = [
  'support',
  'operator',
  'treasury',
  'compliance',
  'administrator',
  'auditor',
] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Roles of the first operator, of the seeded ones, and of those who were operators before there were roles. */
export const firstOperatorRoles: readonly OperatorRole[] = [
  'operator',
  'treasury',
  'compliance',
  'administrator',
]

/** Roles of members. A member has one in each of their businesses. */
export const memberRoles = ['owner', 'administrator', 'finance', 'developer', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

type RoleAction = Readonly<{
  /** What people with these roles may do, for the documentation. */
  what: string
  operators: readonly OperatorRole[]
  /** Members act only for a business in which they have the role. */
  members: readonly MemberRole[]
  /**
   * `any`: also in a session that began with a link by mail and a code. `passkey`: only in one that began with a passkey. Without it, a
   * person also waits for 24 hours after they enrolled again. So a new action is refused to both until somebody decides otherwise.
   */
  sessions?: 'any' | 'passkey'
}>

/** The roles that work on cases. */
const working = ['support', 'operator', 'treasury', 'compliance', 'administrator'] as const
const nobody = [] as const

/**
 * The only table of what a role allows. The people process admits requests by it, `docs/reference/roles.md` is written from it, and the
 * authorisation matrix tests every route with every role of it.
 */
export const roleActions = {
  'self.read': {
    what: 'read yourself; list and end your own sessions; list your own passkeys',
    operators: operatorRoles,
    members: memberRoles,
    sessions: 'any',
  },
  'self.manage': {
    what: 'confirm your own terminals; add and revoke your own passkeys',
    operators: operatorRoles,
    members: memberRoles,
    sessions: 'passkey',
  },
  'codes.manage': {
    what: 'set up and remove the codes with which you sign in by mail',
    operators: nobody,
    members: memberRoles,
    sessions: 'passkey',
  },
  'operators.list': {
    what: 'list the operators and their roles',
    operators: operatorRoles,
    members: nobody,
    sessions: 'passkey',
  },
  'businesses.list': {
    what: 'list the businesses (members: their own)',
    operators: operatorRoles,
    members: memberRoles,
    sessions: 'any',
  },
  'keys.list': {
    what: 'list the API keys of a business, without their secrets',
    operators: operatorRoles,
    members: ['owner', 'administrator', 'developer'],
    sessions: 'any',
  },
  'keys.manage': {
    what: 'issue and rotate test keys of a business, and revoke its keys',
    operators: nobody,
    members: ['owner', 'administrator', 'developer'],
  },
  'webhooks.manage': {
    what: 'create, change, pause and remove webhook endpoints of a business, each confirmed with a passkey',
    operators: nobody,
    members: ['owner', 'administrator', 'developer'],
  },
  'requests.list': {
    what: 'list the latest requests of the programs of a business',
    operators: nobody,
    members: ['owner', 'administrator', 'developer'],
    sessions: 'any',
  },
  'api.read': {
    what: 'read the transactions, the balance and the events of a business on the dashboard',
    operators: nobody,
    members: memberRoles,
    sessions: 'any',
  },
  'api.buy': {
    what: 'record a buy, make a pay link and use the sandbox on the dashboard',
    operators: nobody,
    members: ['owner', 'administrator', 'finance', 'developer'],
    sessions: 'passkey',
  },
  'cases.decide': {
    what: 'decide what a business is asked about its transactions, each confirmed with a passkey',
    operators: nobody,
    members: ['owner', 'administrator', 'finance'],
  },
  'payments.read': {
    what: 'read the beneficiaries, the wallets, the payment orders and the withdrawals of a business',
    operators: nobody,
    members: ['owner', 'administrator', 'finance', 'viewer'],
    sessions: 'any',
  },
  'payments.make': {
    what: 'keep beneficiaries and wallets; propose, approve and refuse payment orders and withdrawals',
    operators: nobody,
    members: ['owner', 'administrator', 'finance'],
  },
  'payments.limit': {
    what: 'set how much one member may pay out and withdraw alone, and restrict sells to beneficiaries',
    operators: nobody,
    members: ['owner'],
  },
  'team.read': {
    what: 'see the people of a business, their roles and who changed them',
    operators: nobody,
    members: memberRoles,
    sessions: 'any',
  },
  'activity.list': {
    what: 'see who did what in a business: team, keys, payments and settings',
    operators: nobody,
    members: ['owner', 'administrator'],
    sessions: 'any',
  },
  'team.manage': {
    what: 'invite people to a business, change their roles and end their access (only an owner makes or removes owners)',
    operators: nobody,
    members: ['owner', 'administrator'],
  },
  'team.leave': {
    what: 'leave a business',
    operators: nobody,
    members: memberRoles,
  },
  'settings.read': {
    what: 'see the settings of a business: its default wallets, its tolerance of payments, and how its pay page looks',
    operators: nobody,
    members: memberRoles,
    sessions: 'any',
  },
  'look.manage': {
    what: 'set the logo and the colour of the pay page',
    operators: nobody,
    members: ['owner', 'administrator', 'developer'],
    sessions: 'passkey',
  },
  'wallets.manage': {
    what: 'set the default wallet of test mode',
    operators: nobody,
    members: ['owner', 'administrator'],
  },
  'tolerance.manage': {
    what: 'set by how much a payment may differ from its amount',
    operators: nobody,
    members: ['owner', 'administrator'],
  },
  'go_live.read': {
    what: 'read the go-live file of a business and what we decided about it',
    operators: nobody,
    members: ['owner', 'administrator'],
    sessions: 'passkey',
  },
  'go_live.manage': {
    what: 'fill in and submit the go-live file of a business',
    operators: nobody,
    members: ['owner', 'administrator'],
  },
  'records.read': {
    what: 'read cases, transactions, credits, lanes, payout accounts, floats and reconciliation',
    operators: operatorRoles,
    members: nobody,
    sessions: 'passkey',
  },
  'cases.work': {
    what: 'take a case, hand it over, and add notes to it',
    operators: working,
    members: nobody,
    sessions: 'passkey',
  },
  'cases.dismiss': {
    what: 'dismiss a case that involves no money; decline a proposal',
    operators: ['operator', 'treasury', 'compliance', 'administrator'],
    members: nobody,
  },
  'statements.import': {
    what: 'import a statement',
    operators: ['operator', 'treasury'],
    members: nobody,
    sessions: 'passkey',
  },
  'closes.sign': {
    what: 'sign off the close of a day',
    operators: ['treasury', 'administrator'],
    members: nobody,
  },
  'stops.place': {
    what: 'freeze, place a lien, stop a lane, a payout account or a collection account, end a standing decision, revoke an API key, disable a member, refuse a go-live file, suspend or downgrade a business',
    operators: ['operator', 'treasury', 'compliance', 'administrator'],
    members: nobody,
    sessions: 'passkey',
  },
  'businesses.manage': {
    what: 'register a business; issue and rotate its test keys; add and invite its people',
    operators: ['operator', 'compliance', 'administrator'],
    members: nobody,
  },
  'operators.suspend': {
    what: 'suspend an operator at once, or end their sessions',
    operators: ['compliance', 'administrator'],
    members: nobody,
  },
  'signatures.give': {
    what: 'read and sign the text of a decision that your own command makes',
    operators: ['operator', 'treasury', 'compliance', 'administrator'],
    members: nobody,
  },
  'decisions.payments': {
    what: 'propose and approve what happens to a payment, a deposit, a payout or a refund',
    operators: ['operator'],
    members: nobody,
  },
  'decisions.sanctions': {
    what: 'propose and approve the release or the freeze of what a sanctions list holds',
    operators: ['compliance'],
    members: nobody,
  },
  'decisions.treasury': {
    what: 'propose and approve moves of our own money, top-ups, losses and charges',
    operators: ['treasury'],
    members: nobody,
  },
  'decisions.control': {
    what: 'propose and approve the end of a freeze or a lien, a limit, how many people decide in test mode, and that an account or a lane resumes',
    operators: ['operator', 'treasury', 'compliance', 'administrator'],
    members: nobody,
  },
  'decisions.standing': {
    what: 'propose and approve that one person may close a narrow kind of case',
    operators: ['compliance', 'administrator'],
    members: nobody,
  },
  'decisions.businesses': {
    what: 'propose and approve that a business goes live or resumes, its live terms and live keys, new accounts and lanes, and the feed of an account',
    operators: ['compliance', 'administrator'],
    members: nobody,
  },
  'decisions.operators': {
    what: 'propose and approve that an operator is invited, resumes, gets other roles or loses access',
    operators: ['administrator'],
    members: nobody,
  },
  'decisions.recovery': {
    what: 'propose and approve what follows a restore, a lost journal or a lost key',
    operators: ['administrator'],
    members: nobody,
  },
} as const satisfies Readonly<Record<string, RoleAction>>

export type Action = keyof typeof roleActions

/** Returns which sessions allow an action. */
export function sessionsOf(action: Action): RoleAction['sessions'] {
  const row: RoleAction = roleActions[action]
  return row.sessions
}

export function mayOperator(roles: readonly OperatorRole[], action: Action): boolean {
  const allowed: readonly OperatorRole[] = roleActions[action].operators
  return roles.some((role) => allowed.includes(role))
}

export function mayMember(role: MemberRole, action: Action): boolean {
  const allowed: readonly MemberRole[] = roleActions[action].members
  return allowed.includes(role)
}
