import { Type } from 'typebox'
import type { Choice } from '../../../flows/cases/foresee-choices.ts'
import type { CaseScreen } from '../../../flows/console/read-case.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { caseKinds, caseStates } from '../../../records/cases/case-file.ts'
import { titleOfCase } from '../../../records/cases/case-words.ts'
import type { Share } from '../../../records/cases/consequence.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { describeResolution } from '../../ops/cases/describe-resolution.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'

const text = (description: string, example: string) => orNull(textReply(description, example))

const PointWire = closedObject({
  text: textReply('The fact.', 'The amount is the same to the kobo'),
  detail: text('The figures behind it.', '₦250,000.00 received, ₦250,000.00 claimed'),
})

const ChoiceWire = closedObject({
  action: textReply('The decision.', 'accept_short'),
  title: textReply('The choice in words.', 'Continue with ₦20,000.00'),
  command: Type.Array(Type.String(), { description: 'The words of the command, without `--reason`.' }),
  fields: Type.Array(
    closedObject({
      option: textReply('The option of the command.', '--evidence'),
      label: textReply('Its name for people.', 'Evidence'),
      hint: textReply('What to type.', 'What proves it.'),
      values: Type.Array(Type.String(), { description: 'The only values; empty: any text.' }),
      is_optional: Type.Boolean({ description: 'Whether it may be left out.' }),
    }),
  ),
  says: text('The whole decision as a sentence.', 'continue with the amount that arrived'),
  gets: Type.Array(
    closedObject({
      who: textReply('Who, and a verb.', 'Ada Foods gets'),
      asset: wordReply(['NGN', 'NGNC'], 'Naira or NGNC.'),
      minor: orNull(minorField('How much; null: the words say it.')),
      words: text('Instead of an amount.', 'nothing yet'),
    }),
  ),
  how: text('How it happens.', 'Paid to 0123456789, usually within a minute.'),
  undo: text('Whether it can be undone.', 'Cannot be undone.'),
  if_wrong: text('What follows if it is wrong.', 'If wrong, Ada Foods asks the payer to pay again.'),
  refusal: text('Why it cannot be chosen now; null: it can.', 'The buy holds no money.'),
  is_suggested: Type.Boolean({ description: 'The system suggests it.' }),
  is_proposed: Type.Boolean({ description: 'An operator proposed it, and it waits for approval.' }),
  standing: text(
    'The standing decision under which one person may close the case with it: add `--under`, this id and `--close` to the command.',
    `cas_${'0'.repeat(32)}`,
  ),
})

export const CaseReply = namedObject('ConsoleCaseReply', {
  status: successField,
  message: messageField,
  case: closedObject({
    case_id: textReply('The case.', `cas_${'0'.repeat(32)}`),
    kind: wordReply(caseKinds, 'What is asked.'),
    title: textReply('The question.', 'Less was paid than claimed. Continue or return it?'),
    summary: textReply('What happened.', 'The buy got ₦20,000.00 of ₦25,000.00.'),
    state: wordReply(caseStates, 'Whether a proposal waits.'),
    version: Type.Integer({ description: 'The number of steps.' }),
    opened_at: timeField('When it was opened.'),
    due_at: timeField('When it should be decided.'),
    owner: text('Who took it.', 'Bisi Adeyemi'),
    owner_id: text('The id of who took it.', `opr_${'0'.repeat(32)}`),
    people: Type.Integer({ description: 'How many different people decide.' }),
    transaction_id: text('The transaction that it is about.', `txn_${'0'.repeat(32)}`),
    transaction_status: text('Its status.', 'part_paid'),
    credit_id: text('The credit that it is about.', `crd_${'0'.repeat(32)}`),
  }),
  money: closedObject({
    from: text('Who sent it.', 'OBI EMEKA JOHN'),
    from_account: text('From which account.', 'GTBank 0123456789'),
    held_minor: minorField('What we hold, or the payout that the bank has not confirmed.'),
    is_on_its_way: Type.Boolean({
      description: 'A payout was ordered, so the money may have left.',
    }),
    held_asset: wordReply(['NGN', 'NGNC'], 'Naira or NGNC.'),
    held_at: text('Where we hold it.', 'Providus 9901234417'),
    since: orNull(timeField('Since when.')),
    to: text('Whose it would be.', 'Ada Foods'),
    to_account: text('Where it would go.', '0x7a3f… on Polygon'),
    claimed_minor: minorField('What the transaction was requested for.'),
    narration: text('What the payer wrote.', 'SHOP RENT NOV'),
  }),
  evidence: closedObject({
    for: Type.Array(PointWire),
    against: Type.Array(PointWire),
    facts: Type.Array(
      closedObject({ name: textReply('The fact.', 'Expected by'), value: textReply('Its value.', '09:30') }),
    ),
  }),
  choices: Type.Array(ChoiceWire),
  suggestion: orNull(
    closedObject({
      grounds: Type.Array(Type.String(), { description: 'Why it is suggested.' }),
      followed: Type.Integer({
        description: 'How often people followed this suggestion in this kind of case.',
      }),
      decided: Type.Integer({ description: 'How often people decided such a case.' }),
    }),
  ),
  proposal: orNull(
    closedObject({
      operator_id: textReply('Who proposed.', `opr_${'0'.repeat(32)}`),
      name: textReply('Their name.', 'Bisi Adeyemi'),
      at: timeField('When.'),
      reason: textReply('Why.', 'the business agrees'),
      text: textReply('Exactly what both people sign.', 'Afara decision 1'),
      short_code: textReply('To compare the text.', '7f3a 91c2'),
    }),
  ),
  steps: Type.Array(
    closedObject({
      at: timeField('When.'),
      by: text('Who; null: the system.', 'Bisi Adeyemi'),
      action: textReply('What was done.', 'noted'),
      says: text('The decision.', 'continue with the amount that arrived'),
      reason: textReply('Why.', 'the business agrees'),
    }),
  ),
  files: Type.Array(
    closedObject({
      number: Type.Integer({ description: 'Its number, for `GET …/files/{number}`.' }),
      name: textReply('Its name.', 'letter of the bank.pdf'),
      bytes: Type.Integer({ description: 'Its size.' }),
      by: text('Who attached it.', 'Bisi Adeyemi'),
      at: timeField('When.'),
    }),
    { description: 'Files that operators attached, oldest first.' },
  ),
  runbook: closedObject({
    title: textReply('Its title.', 'A short payment'),
    page: textReply('The page below docs/runbooks.', 'money-in.md#a-short-payment'),
    steps: Type.Array(Type.String()),
    stop: textReply('When to stop.', 'Stop if …'),
  }),
  overdue: Type.Array(
    closedObject({
      transaction_id: textReply('A late transaction.', `txn_${'0'.repeat(32)}`),
      expected_by: timeField('When it was expected.'),
    }),
  ),
})

export function toCaseWire(screen: CaseScreen) {
  const { file, evidence, choices, suggestion, proposal, steps, files, runbook, overdue, stake } = screen
  return {
    case: {
      case_id: formatId('case', file.id),
      kind: file.kind,
      title: titleOfCase(file.kind),
      summary: file.summary,
      state: file.state,
      version: file.version,
      opened_at: file.openedAt.toISOString(),
      due_at: file.dueAt.toISOString(),
      owner: screen.ownerName,
      owner_id: file.ownerId === null ? null : formatId('operator', file.ownerId),
      people: screen.people,
      transaction_id: file.transactionId === null ? null : formatId('transaction', file.transactionId),
      transaction_status: stake.status,
      credit_id: file.lineId === null ? null : formatId('credit', file.lineId),
    },
    money: toMoneyWire(screen),
    evidence,
    choices: choices.map(toChoiceWire),
    suggestion,
    proposal: proposal && {
      operator_id: formatId('operator', proposal.by),
      name: proposal.byName,
      at: proposal.at.toISOString(),
      reason: proposal.reason,
      text: proposal.text,
      short_code: proposal.code,
    },
    steps: steps.map(({ at, operatorName, action, resolution, reason }) => ({
      at: at.toISOString(),
      by: operatorName,
      action,
      says: resolution === null || action === 'opened' ? null : describeResolution(resolution),
      reason,
    })),
    files: files.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    runbook,
    overdue: (overdue?.first ?? []).map(({ id, expectedBy }) => ({
      transaction_id: formatId('transaction', id),
      expected_by: expectedBy.toISOString(),
    })),
  }
}

function toMoneyWire({ stake }: CaseScreen) {
  const isTokens = stake.type === 'sell' || stake.type === 'withdrawal'
  const isOnItsWay = stake.status === 'paying_out'
  const held = stake.heldMinor > 0n ? stake.heldMinor : stake.leftMinor
  const join = (...parts: readonly (string | null)[]) =>
    parts.filter((part) => part !== null).join(' ') || null
  return {
    from: isTokens ? stake.businessName : stake.payerName,
    from_account: isTokens
      ? (stake.network ?? 'its balance')
      : join(bankOf(stake.payerBank), stake.payerNumber),
    held_minor: String(isOnItsWay ? stake.paidOutMinor : held),
    held_asset: isTokens && !isOnItsWay ? 'NGNC' : 'NGN',
    is_on_its_way: isOnItsWay,
    held_at: isTokens ? null : join(stake.ourBank, stake.ourNumber),
    since: isoOf(stake.lineAt),
    to: isTokens ? (stake.payeeName ?? stake.businessName) : stake.businessName,
    to_account:
      stake.type === 'sell'
        ? join(stake.payeeNumber, bankOf(stake.payeeBank))
        : join(stake.address, stake.network === null ? null : `on ${stake.network}`),
    claimed_minor: String(stake.amountMinor),
    narration: stake.narration,
  }
}

/** A bank is stored by its code, or by the name that another bank gave it. */
function bankOf(text: string | null): string | null {
  return text === null ? null : (nigerianBanks.byKey(text)?.name ?? text)
}

function toChoiceWire({ action, command, fields, resolution, consequence, refusal, ...marks }: Choice) {
  const { standing } = marks
  const says = resolution === null ? null : describeResolution(resolution)
  return {
    action,
    title: consequence?.title ?? titles[action] ?? capital(says ?? action.replaceAll('_', ' ')),
    command,
    fields: fields.map(({ isOptional, ...rest }) => ({ ...rest, is_optional: isOptional })),
    says,
    gets: (consequence?.gets ?? []).map(toShareWire),
    how: consequence?.how ?? null,
    undo: consequence?.undo ?? null,
    if_wrong: consequence?.ifWrong ?? null,
    refusal,
    is_suggested: marks.isSuggested,
    is_proposed: marks.isProposed,
    standing: standing === null ? null : formatId('case', standing),
  }
}

/** Choices that have no amounts before their fields are filled in. */
const titles: Partial<Record<Choice['action'], string>> = {
  allocate: 'Give it to another buy',
  took_back: 'The bank took a credit back',
  return_to_wallet: 'Return the tokens to a wallet',
  redirect: 'Refund to another account of the payer',
  read_again: 'Read the network again',
  explain: 'Say what the line is',
  freeze_and_report: 'The match is true: freeze and report',
}

function toShareWire({ who, asset, minor, words }: Share) {
  return { who, asset, minor: minor === null ? null : String(minor), words: words ?? null }
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
