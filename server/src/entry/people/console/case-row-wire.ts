import { formatId } from '../../../kernel/ids/ids.ts'
import { caseKinds, caseStates } from '../../../records/cases/case-file.ts'
import type { CaseRow } from '../../../records/cases/case-store.ts'
import { titleOfCase } from '../../../records/cases/case-words.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { describeResolution } from '../../ops/cases/describe-resolution.ts'
import { minorField, orNull, timeField } from './console-wire.ts'

export const CaseRowWire = closedObject({
  case_id: textReply('The case.', `cas_${'0'.repeat(32)}`),
  kind: wordReply(caseKinds, 'What is asked.'),
  title: textReply('The question in words.', 'Somebody paid less than the buy. Continue with it?'),
  state: wordReply(caseStates, 'Whether a proposal waits.'),
  amount_minor: orNull(minorField('The money that it is about; null: none.')),
  who: orNull(textReply('The business, else the payer, else our account.', 'Ada Foods')),
  owner: orNull(textReply('Who took it; null: nobody.', 'Bisi Adeyemi')),
  owner_id: orNull(textReply('The id of who took it.', `opr_${'0'.repeat(32)}`)),
  proposer_id: orNull(textReply('Who proposed; null: nobody.', `opr_${'0'.repeat(32)}`)),
  says: orNull(
    textReply('What is proposed, or suggested; null: nothing.', 'continue with the amount that arrived'),
  ),
  opened_at: timeField('When it was opened.'),
  due_at: timeField('When it should be decided.'),
})

export function toCaseRowWire(row: CaseRow) {
  const said = row.resolution ?? row.proposal
  return {
    case_id: formatId('case', row.id),
    kind: row.kind,
    title: titleOfCase(row.kind),
    state: row.state,
    amount_minor: row.amountMinor === null ? null : String(row.amountMinor),
    who: row.who,
    owner: row.ownerName,
    owner_id: row.ownerId === null ? null : formatId('operator', row.ownerId),
    proposer_id: row.proposedBy === null ? null : formatId('operator', row.proposedBy),
    says: said === null ? null : describeResolution(said),
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
  }
}
