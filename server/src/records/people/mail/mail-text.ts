import type {
  CaseNoticeWords,
  MailContent,
  PayeesChangeWords,
  TeamChangeWords,
  WalletChangeWords,
} from './mail-content.ts'

/** Returns the subject and the text of a mail. The same content always gives the same text, so that a repeated mail is a copy. */
export function writeMail(name: string, content: MailContent): Readonly<{ subject: string; text: string }> {
  const { subject, lines } = wordsOf(content)
  return { subject, text: [name === '' ? 'Hello,' : `Hello ${name},`, ...lines, 'Afara'].join('\n\n') }
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
          `${onceUntil(content.expiresAt)} Do not forward it: anybody who has it can sign in as you.`,
          'If you do not expect this invitation, ignore it.',
        ],
      }
    case 'break_glass':
      return {
        subject: 'Break glass at Afara: all outgoing money is frozen',
        lines: [
          `Somebody with the key of the database invited ${content.people.join(', ')} as operators, because no two operators could sign in any more.`,
          `They wrote: "${content.reason}"`,
          'All outgoing money is frozen until two operators lift the freeze.',
          'If you do not know of this, call the other operators now.',
        ],
      }
    case 'go_live_refused':
      return {
        subject: `${content.business}: fix this to go live`,
        lines: [
          `We checked the go-live file of ${content.business}. Please fix this and submit it again:`,
          content.fixes.map((one) => `- ${one}`).join('\n'),
          content.page,
          'Test mode works as before.',
        ],
      }
    case 'went_live':
      return {
        subject: `${content.business} is live`,
        lines: [
          `Two of us checked ${content.business}, and it can now move real naira and NGNC.`,
          content.page,
          'Ask us for a live key when your program is ready.',
        ],
      }
    case 'confirmation':
      return {
        subject: 'Confirm your email address',
        lines: [
          'You signed up at Afara. Confirm that this address is yours:',
          content.link,
          `${onceUntil(content.expiresAt)} You can use test mode without it. Your business goes live only after it.`,
          'If you did not sign up, ignore this mail. Nobody can use your address without this link.',
        ],
      }
    case 'team_invitation':
      return {
        subject: `${content.by} invites you to ${content.business} at Afara`,
        lines: [
          `${content.by} invites you to work for ${content.business} at Afara, as ${content.role}. Open this link to join:`,
          content.link,
          `${onceUntil(content.expiresAt)} Do not forward it: anybody who has it can join as you.`,
          'If you do not know them, ignore this mail.',
        ],
      }
    case 'team_changed':
      return teamWords(content)
    case 'wallet_changed':
      return walletWords(content)
    case 'payees_changed':
      return payeesWords(content)
    case 'case_notice':
      return noticeWords(content)
    case 'sign_in':
      return {
        subject: 'Your link to sign in at Afara',
        lines: [
          'Open this link in the browser in which you asked for it, then type the code that your app shows:',
          content.link,
          `${onceUntil(content.expiresAt)} In another browser it does not work.`,
          'If you did not ask for it, ignore this mail. Nobody can sign in with the link alone.',
        ],
      }
    case 'recovery':
      return {
        subject: 'Your link to enrol again at Afara',
        lines: [
          'Open this link to create a new passkey:',
          content.link,
          `${onceUntil(content.expiresAt)} Do not forward it: anybody who has it can enrol as you.`,
          'Your older passkeys, sessions and codes then end. Everybody in your business gets a mail about it, and you can approve nothing for 24 hours.',
          'If you did not ask for it, ignore this mail: nothing has changed.',
        ],
      }
    default:
      return reenrolledWords(content)
  }
}

/** Tells the others in a business, and the person whom it is about, what changed and what to do if it is wrong. */
function teamWords(change: TeamChangeWords): Words {
  const said = saidOf(change)
  return {
    subject: `${change.business}: ${said}`,
    lines: [
      `${said}.`,
      change.isYou
        ? `If you did not expect this, ask the owner of ${change.business}.`
        : `If this is wrong, open Settings, Team on the dashboard of ${change.business} and end their access.`,
    ],
  }
}

/** Tells everybody who may pay where money can go from now on, and what to do if it is wrong. */
function walletWords(change: WalletChangeWords): Words {
  const { action, business, mode, by, label, network, address, readyAt, page } = change
  const where = `${label} (${network} ${address})`
  const inTest = mode === 'test' ? ' in test mode' : ''
  const next = {
    enrolled: `Members can withdraw to it from ${formatTime(readyAt)}, or as soon as another member approves it.`,
    approved: 'Members can withdraw to it now.',
    removed: 'Nobody can withdraw to it any more.',
  }[action]
  return {
    subject: `${business}: ${by} ${action} a wallet${inTest}`,
    lines: [
      `${by} ${action} the wallet ${where} of ${business}${inTest}. ${next}`,
      ...(action === 'removed' ? [] : [`If this is wrong, remove the wallet at once: ${page}`]),
    ],
  }
}

/** Tells everybody who may pay which bank accounts sells can go to, and what to do if it is wrong. */
function payeesWords({ business, mode, by, endsAt, page }: PayeesChangeWords): Words {
  const inTest = mode === 'test' ? ' in test mode' : ''
  if (endsAt === undefined)
    return {
      subject: `${business}: ${by} restricted sells to beneficiaries${inTest}`,
      lines: [
        `${by} restricted the sells of ${business}${inTest} to its beneficiaries. Sells to other bank accounts are refused.`,
        `If this is wrong, an owner turns it off: ${page}`,
      ],
    }
  return {
    subject: `${business}: ${by} opened sells to any bank account${inTest}`,
    lines: [
      `${by} ended the restriction of ${business}${inTest} to its beneficiaries. From ${formatTime(endsAt)}, sells can go to any bank account.`,
      `If this is wrong, an owner turns it on again at once: ${page}`,
    ],
  }
}

/** Names the case and nothing of whom it is about: mail is read by others. */
function noticeWords({ why, caseId, title, mode, dueAt, by }: CaseNoticeWords): Words {
  const said = {
    handed_over: `${by} handed a case over to you`,
    approval: `A proposal of ${by} waits for your approval`,
    due_soon: 'Your case is due soon',
    overdue: 'Your case is overdue',
  }[why]
  return {
    subject: `${said}${mode === 'test' ? ' (test)' : ''}`,
    lines: [
      `${said}: ${title}`,
      `Decide by ${formatTime(dueAt)}.`,
      `Open ${caseId} in the console, or run: npx afara ops show ${caseId}`,
    ],
  }
}

function saidOf({ action, by, whom, email, roleBefore, roleAfter, isYou }: TeamChangeWords): string {
  const who = whom === email ? email : `${whom} (${email})`
  switch (action) {
    case 'invited':
      return `${by} invited ${email} as ${roleAfter}`
    case 'cancelled':
      return `${by} cancelled the invitation of ${email}`
    case 'role_changed':
      return isYou
        ? `${by} made you ${roleAfter}. You were ${roleBefore}`
        : `${by} made ${who} ${roleAfter}. They were ${roleBefore}`
    case 'ended':
      if (by === whom) return `${who} left`
      return isYou ? `${by} ended your access` : `${by} ended the access of ${who}`
    default:
      return `${who} joined as ${roleAfter}`
  }
}

function reenrolledWords({ who, signsFrom }: Extract<MailContent, { kind: 'reenrolled' }>): Words {
  const ended = 'older passkeys, sessions and codes do not work any more'
  if (who === undefined) {
    return {
      subject: 'You enrolled a new passkey',
      lines: [
        `You enrolled a new passkey with a link that we mailed to this address. Your ${ended}.`,
        `You can approve and sign from ${formatTime(signsFrom)}.`,
        'If it was not you, tell Afara now to end access for this address: somebody else reads your mail.',
      ],
    }
  }
  return {
    subject: `${who.name} enrolled a new passkey`,
    lines: [
      `${who.name} (${who.email}) enrolled a new passkey with a link that we mailed to them. Their ${ended}.`,
      `They can approve and sign from ${formatTime(signsFrom)}. Until then, ask them in person or by telephone whether it was them.`,
      who.side === 'operator'
        ? `If it was not, end their access at once: npx afara ops operators suspend ${who.email} --reason "…"`
        : `If it was not, tell Afara at once to end access for ${who.email}. One operator can do it.`,
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
