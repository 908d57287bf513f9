/** The page of the people process that reads the token of each link. */
const linkPages = {
  invitation: 'enrol',
  recovery: 'enrol',
  sign_in: 'code',
  confirmation: 'dashboard/confirm',
  team_invitation: 'dashboard/join',
} as const

export type LinkKind = keyof typeof linkPages
export type MailKind =
  | LinkKind
  | 'reenrolled'
  | 'break_glass'
  | 'team_changed'
  | 'go_live_refused'
  | 'went_live'
  | 'wallet_changed'
  | 'payees_changed'
  | 'case_notice'
  /** A notice to the endpoint of the team, which no mail server sees. */
  | 'case_hook'

/** What a mail says: its kind, and what its text names. */
export type MailContent =
  | Readonly<{ kind: Exclude<LinkKind, 'team_invitation'>; link: string; expiresAt: Date }>
  | Readonly<{
      kind: 'team_invitation'
      link: string
      expiresAt: Date
      business: string
      by: string
      role: string
    }>
  | (Readonly<{ kind: 'team_changed' }> & TeamChangeWords)
  /** The person who enrolled again; undefined if the mail is to that person. */
  | Readonly<{
      kind: 'reenrolled'
      who: Readonly<{ side: 'operator' | 'member'; name: string; email: string }> | undefined
      signsFrom: Date
    }>
  | Readonly<{ kind: 'break_glass'; reason: string; people: readonly string[] }>
  | Readonly<{ kind: 'go_live_refused'; business: string; page: string; fixes: readonly string[] }>
  | Readonly<{ kind: 'went_live'; business: string; page: string }>
  | (Readonly<{ kind: 'wallet_changed' }> & WalletChangeWords)
  | (Readonly<{ kind: 'payees_changed' }> & PayeesChangeWords)
  | (Readonly<{ kind: 'case_notice' }> & CaseNoticeWords)

/** A change of a team, as `note_team_change` in PostgreSQL describes it. */
export type TeamChangeWords = Readonly<{
  action: 'founded' | 'invited' | 'cancelled' | 'joined' | 'role_changed' | 'ended'
  business: string
  by: string
  whom: string
  email: string
  roleBefore: string | null
  roleAfter: string | null
  /** Whether the reader is the person whom the change is about. */
  isYou: boolean
}>

/** A change of a wallet, as `tell_wallet_change` in PostgreSQL describes it. */
export type WalletChangeWords = Readonly<{
  action: 'enrolled' | 'approved' | 'removed'
  business: string
  mode: string
  by: string
  label: string
  network: string
  address: string
  /** From when on members may withdraw to it. */
  readyAt: Date
  page: string
}>

/** A change of the restriction to beneficiaries, as `tell_payee_restriction` in PostgreSQL describes it. */
export type PayeesChangeWords = Readonly<{
  action: 'restricted' | 'opened'
  business: string
  mode: string
  by: string
  /** Until when it still holds. Undefined: it is on. */
  endsAt: Date | undefined
  page: string
}>

/** Why an operator should open a case, as `notify_operator` in PostgreSQL describes it. */
export type CaseNoticeWords = Readonly<{
  why: 'handed_over' | 'approval' | 'due_soon' | 'overdue'
  caseId: string
  /** The question of the case. */
  title: string
  mode: string
  dueAt: Date
  /** Who handed it over or proposed. */
  by: string | null
}>

export function isLinkKind(kind: MailKind): kind is LinkKind {
  return kind in linkPages
}

/** The token follows `#`, so that a browser sends it to no server and writes it in no log. */
export function linkOf(origin: string, kind: LinkKind, token: string): string {
  return `${origin}/${linkPages[kind]}#${token}`
}
