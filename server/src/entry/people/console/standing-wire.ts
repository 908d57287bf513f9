import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { StandingDecision } from '../../../records/cases/standing-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { messageField, minorField, orNull, timeField } from './console-wire.ts'

const StandingWire = closedObject({
  case_id: textReply('The case in which two operators signed it.', `cas_${'0'.repeat(32)}`),
  decision: textReply('What one person may decide.', 'return'),
  kind: textReply('In cases of this kind.', 'unmatched'),
  business_id: orNull(textReply('Only for cases of this business; null: for all.', `biz_${'0'.repeat(32)}`)),
  cap_minor: minorField('The most that one decision moves.'),
  total_minor: minorField('The most that all decisions together move.'),
  used_minor: minorField('What was moved under it.'),
  uses: Type.Integer({ description: 'How many cases were closed under it.' }),
  expires_at: timeField('When it expires.'),
  state: wordReply(['in_force', 'expired', 'ended'], 'Whether it can be used now.'),
  ended_because: orNull(textReply('Why it ended.', 'an operator ended it: the season is over')),
})

export const StandingReply = namedObject('ConsoleStandingReply', {
  status: successField,
  message: messageField,
  standing: Type.Array(StandingWire),
  may_stand: Type.Array(
    closedObject({
      decision: textReply('What one person may decide.', 'return'),
      kinds: Type.Array(Type.String(), { description: 'The kinds of case.' }),
    }),
    { description: 'Everything that two operators may let one person decide.' },
  ),
})

export function toStandingWire(one: StandingDecision, now: Date) {
  return {
    case_id: formatId('case', one.id),
    decision: one.kind,
    kind: one.ground,
    business_id: one.businessId === null ? null : formatId('business', one.businessId),
    cap_minor: one.capMinor,
    total_minor: one.totalMinor,
    used_minor: one.usedMinor,
    uses: one.uses,
    expires_at: one.expiresAt.toISOString(),
    state: one.endedBecause !== null ? 'ended' : one.expiresAt <= now ? 'expired' : 'in_force',
    ended_because: one.endedBecause,
  }
}
