import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'

const CommandReply = namedObject('CommandReply', {
  status: successField,
  message: textReply('A message for people.', 'The command ran.'),
  exit_code: Type.Integer({ description: '0: the command did what it says. Else `errors` say why not.' }),
  output: Type.Array(Type.String(), { description: 'What the command prints.' }),
  errors: Type.Array(Type.String(), { description: 'What the command prints about errors.' }),
})

export const runCommandOperation: Operation = {
  id: 'runCommand',
  tag: 'Commands',
  summary: 'Run a command of afara ops',
  description:
    'Runs one command as the operator who is signed in. **Decisions.** If the command decides something, the answer is 401 `signature_required`, and nothing has changed: `errors[0]` has the `text` to sign, its `short_code` and `challenge`, the `credentials` that may sign, a `case_id`, and the `url` of a page. Sign on that page and wait until `GET /people/v1/signatures/{signature_request_id}` says `signed`, or sign the challenge yourself. Then send the same command again with the `case_id`, and with the signature if you have it yourself. **Files.** If the command reads a file, the answer is 422 `file_required`: send the same command again with the content of the file that `errors[0].name` names.',
  requestExamples: { list: { summary: 'List the open cases', value: { args: ['cases'] } } },
  replies: {
    200: {
      description: 'The command ran. It may have refused: see `exit_code`.',
      schema: CommandReply,
      examples: {
        ran: successExample('It ran', 'The command ran.', {
          exit_code: 0,
          output: ['No open cases. Next: npx afara ops credits lists money without a buy.'],
          errors: [],
        }),
      },
    },
  },
  refusals: ['signature_required', 'file_required', 'case_moved'],
}
