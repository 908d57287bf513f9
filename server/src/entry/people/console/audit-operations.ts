import { Type } from 'typebox'
import type { Operation } from '../../http/openapi/operation.ts'
import { AuditReply, DecisionParams, DecisionReply } from './audit-wire.ts'
import { ConsoleParams } from './console-wire.ts'

const at = '2026-11-18T09:18:24.000Z'

/** The columns of the export, in their order. */
export const auditColumns = [
  'at',
  'who',
  'email',
  'second_person',
  'what',
  'subject',
  'reason',
  'decision_version',
  'details',
] as const

export const listAuditOperation: Operation = {
  id: 'listConsoleAudit',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'List who did what',
  description:
    'Returns what people and the system changed, and every step of a case, newest first, 50 at a time. What belongs to no mode, such as a change of an operator, is in both.',
  replies: {
    200: {
      description: 'Who did what.',
      schema: AuditReply,
      examples: {
        audit: {
          summary: 'A freeze',
          value: {
            status: 'success',
            message: '1 line.',
            deeds: [
              {
                id: '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba',
                at,
                person_id: `opr_${'0'.repeat(32)}`,
                who: 'Bisi Adeyemi',
                second: null,
                what: 'freeze.placed',
                subject: 'network live:Polygon',
                reason: 'the bank called',
                details: {},
                decision_version: null,
              },
            ],
            next: null,
          },
        },
      },
    },
  },
  refusals: ['field_invalid'],
}

export const readDecisionOperation: Operation = {
  id: 'readConsoleDecision',
  tag: 'Console',
  parameters: { path: DecisionParams },
  summary: 'Read a signed decision',
  description:
    'Returns the exact text that operators signed, its code, and each signature with the result of verifying it again, with the public key of the passkey that was enrolled.',
  replies: {
    200: {
      description: 'The signed decision.',
      schema: DecisionReply,
      examples: {
        decision: {
          summary: 'Signed by two',
          value: {
            status: 'success',
            message: '1 of 1 signatures are valid.',
            action: 'lift_freeze',
            text: 'Afara decision 1\nmode: "live"',
            code: '3F2A-91BC',
            signatures: [
              {
                part: 'proposed',
                name: 'Bisi Adeyemi',
                passkey: 'Yubikey',
                at,
                is_verified: true,
                site: 'https://console.people.example.ng',
              },
            ],
          },
        },
      },
    },
  },
  refusals: ['case_unknown'],
}

const line = `${auditColumns.join(',')}\r
${at},Bisi Adeyemi,bisi@afara.test,,freeze.placed,network live:Polygon,the bank called,,{}\r
`

export const exportAuditOperation: Operation = {
  id: 'exportConsoleAudit',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Export who did what',
  description:
    'Everything that matches the filters as a CSV file, newest first, with a header line. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe.',
  replies: {
    200: {
      description: 'The file, streamed. If the connection breaks, the file is incomplete.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${auditColumns.join(', ')}.` }),
      examples: { file: { summary: 'One line', value: line } },
    },
  },
  refusals: ['field_invalid'],
}
