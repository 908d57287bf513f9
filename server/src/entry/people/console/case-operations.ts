import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import { CaseRowWire } from './case-row-wire.ts'
import { CaseReply } from './case-wire.ts'
import { caseExample, caseRowExample } from './console-examples.ts'
import { CaseFileParams, CaseParams, ConsoleParams, messageField } from './console-wire.ts'

export const listCasesOperation: Operation = {
  id: 'listConsoleCases',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'List cases',
  description:
    'Open cases of one mode by their deadline, the most overdue first, at most 200. Filter by `kind`, `state`, `owner` (`me`, `nobody`), `who` (part of a name) and `least` (kobo).',
  replies: {
    200: {
      description: 'The cases.',
      schema: namedObject('ConsoleCasesReply', {
        status: successField,
        message: messageField,
        cases: Type.Array(CaseRowWire),
        has_more: Type.Boolean({ description: 'There are more than 200.' }),
      }),
      examples: { one: successExample('One case', '1 case.', { cases: [caseRowExample], has_more: false }) },
    },
  },
  refusals: [],
}

export const readCaseOperation: Operation = {
  id: 'readConsoleCase',
  tag: 'Console',
  parameters: { path: CaseParams },
  summary: 'Read a case',
  description:
    'The question, whose money it is and where, the evidence on both sides, and for each choice what it will do: who gets what in money, how long it takes, whether it can be undone, and what if it is wrong. `command` of a choice, with `--reason`, is what `POST /people/v1/commands` runs. If a proposal waits, `proposal.text` is exactly what the second person signs.',
  replies: {
    200: {
      description: 'The case.',
      schema: CaseReply,
      examples: { short: { summary: 'A short payment', value: caseExample } },
    },
  },
  refusals: ['case_unknown'],
}

export const readCaseFileOperation: Operation = {
  id: 'readConsoleCaseFile',
  tag: 'Console',
  parameters: { path: CaseFileParams },
  summary: 'Download a file of a case',
  description:
    'Returns a file that an operator attached. Its hash must equal the one in the history of the case. A browser saves the file and does not display it.',
  replies: {
    200: {
      description: 'The file.',
      contentType: 'application/octet-stream',
      schema: Type.String({ description: 'The bytes of the file.' }),
      examples: { file: { summary: 'A note', value: 'The payer called at 09:10.' } },
    },
  },
  refusals: ['case_unknown', 'not_found'],
}
