import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { carryOutInRecord } from '../../records/cases/carry-out-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { carryOutMove } from './carry-out-move.ts'

/** Does what was decided, in the commit that approves it. Throws, and so undoes the approval, when it cannot be done. */
export async function carryOut(sql: Sql, file: CaseFile, resolution: Resolution, at: Date): Promise<void> {
  const { id: caseId } = file
  switch (resolution.action) {
    case 'allocate':
      return carryOutInRecord(sql, 'carry_out_allocate($1, $2, $3)', [caseId, newId(), at])
    case 'return':
      return carryOutInRecord(sql, 'carry_out_return($1, $2, $3)', [caseId, newId(), at])
    case 'keep':
      return carryOutInRecord(sql, 'carry_out_keep($1, $2)', [caseId, at])
    case 'accept_short':
      return carryOutInRecord(sql, 'carry_out_accept_short($1, $2)', [caseId, at])
    case 'accept_late':
      return carryOutInRecord(sql, 'carry_out_accept_late($1, $2)', [caseId, at])
    case 'return_part':
      return carryOutInRecord(sql, 'carry_out_return_part($1, $2)', [caseId, at])
    case 'took_back':
      return carryOutInRecord(sql, 'carry_out_took_back($1, $2)', [caseId, at])
    case 'charge':
      return carryOutInRecord(sql, 'carry_out_charge($1, $2)', [caseId, at])
    case 'set_cap':
      return carryOutInRecord(sql, 'carry_out_cap($1)', [caseId])
    case 'lift_lien':
      return carryOutInRecord(sql, 'carry_out_lift_lien($1, $2)', [caseId, at])
    case 'confirm_import':
      return carryOutInRecord(sql, 'carry_out_confirm_import($1, $2)', [caseId, at])
    case 'release':
      return carryOutInRecord(sql, 'carry_out_release($1, $2)', [caseId, at])
    case 'reject':
      return carryOutInRecord(sql, 'carry_out_reject($1, $2)', [caseId, at])
    case 'return_all':
      return carryOutInRecord(sql, 'carry_out_return_all($1, $2)', [caseId, at])
    case 'retry_send':
      return carryOutInRecord(sql, 'carry_out_retry_send($1, $2)', [caseId, at])
    case 'was_paid':
      return carryOutInRecord(sql, 'carry_out_was_paid($1, $2)', [caseId, at])
    case 'not_paid':
      return carryOutInRecord(sql, 'carry_out_not_paid($1, $2)', [caseId, at])
    case 'fix':
      return carryOutInRecord(sql, 'carry_out_fix($1, $2)', [caseId, at])
    case 'lift_freeze':
      return carryOutInRecord(sql, 'carry_out_lift_freeze($1, $2)', [caseId, at])
    case 'resume_lane':
      return carryOutInRecord(sql, 'carry_out_resume_lane($1, $2)', [caseId, at])
    case 'resume_payouts':
      return carryOutInRecord(sql, 'carry_out_resume_payouts($1, $2)', [caseId, at])
    case 'abandon_lane':
      return carryOutInRecord(sql, 'carry_out_abandon_lane($1, $2)', [caseId, at])
    case 'write_off':
      return carryOutInRecord(sql, 'carry_out_write_off($1, $2)', [caseId, at])
    case 'top_up_lane':
      return carryOutInRecord(sql, 'carry_out_top_up($1, $2)', [caseId, at])
    case 'adopt':
      return carryOutInRecord(sql, 'carry_out_adopt($1, $2)', [caseId, at])
    case 'to_balance':
    case 'return_to_wallet':
    case 'explain':
    case 'read_again':
    case 'move_naira':
    case 'move_tokens':
    case 'top_up_sweeper':
      return carryOutInRecord(sql, 'carry_out($1, $2)', [caseId, at])
    case 'redirect':
      return carryOutInRecord(sql, 'carry_out_redirect($1, $2)', [caseId, at])
    case 'move_account':
      return carryOutMove(sql, file, resolution.to)
    case 'dismiss':
      return assert(false, 'what means no money is dismissed by one person, and needs no approval')
  }
}
