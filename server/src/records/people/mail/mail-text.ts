/** The page of the people process that reads the token of each link. */
const linkPages = { invitation: 'enrol' } as const

export type LinkKind = keyof typeof linkPages
export type MailKind = LinkKind | 'reenrolled'

/** What a mail says: its kind, and what its text names. */
export type MailContent =
  | Readonly<{ kind: LinkKind; link: string; expiresAt: Date }>
  /** The name of a person who enrolled again; undefined if the mail is to that person. */
  | Readonly<{ kind: 'reenrolled'; who: string | undefined; signsFrom: Date }>

export function isLinkKind(kind: MailKind): kind is LinkKind {
  return kind in linkPages
}

/** The token follows `#`, so that a browser sends it to no server and writes it in no log. */
export function linkOf(origin: string, kind: LinkKind, token: string): string {
  return `${origin}/${linkPages[kind]}#${token}`
}

/** Returns the subject and the text of a mail. The same content always gives the same text, so that a repeated mail is a copy. */
export function writeMail(name: string, content: MailContent): Readonly<{ subject: string; text: string }> {
  const { subject, lines } = wordsOf(content)
  return { subject, text: [`Hello ${name},`, ...lines, 'Afara'].join('\n\n') }
}

type Words = Readonly<{ subject: string; lines: readonly string[] }>

function wordsOf(content: MailContent): Words {
  switch (content.kind) {
    case 'invitation':
      return {
        subject: 'Your invitation to Afara',
        lines: [
          'You are invited to sign in at Afara. Open this link and create a passkey:',
          content.link,
          `${onceUntil(content.expiresAt)} Forward it to nobody: its holder can sign in as you.`,
          'If you do not expect this invitation, ignore it.',
        ],
      }
    default:
      return reenrolledWords(content)
  }
}

function reenrolledWords({ who, signsFrom }: Extract<MailContent, { kind: 'reenrolled' }>): Words {
  const opening =
    who === undefined
      ? 'You enrolled a new passkey. Your older passkeys and sessions do not work any more.'
      : `${who} enrolled a new passkey. Their older passkeys and sessions do not work any more.`
  return {
    subject: `${who ?? 'You'} enrolled a new passkey`,
    lines: [
      opening,
      `${who === undefined ? 'You' : 'They'} can approve from ${formatTime(signsFrom)}.`,
      who === undefined
        ? 'If it was not you, tell Afara now.'
        : 'Ask them in person or by telephone. If it was not them, have them disabled now.',
    ],
  }
}

function onceUntil(expiresAt: Date): string {
  return `The link works once, until ${formatTime(expiresAt)}.`
}

/** Such as 17 November 2026, 08:30 UTC. */
function formatTime(time: Date): string {
  const day = time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`
}
