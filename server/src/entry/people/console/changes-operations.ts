import { Type } from 'typebox'
import type { Operation } from '../../http/openapi/operation.ts'
import { ConsoleParams } from './console-wire.ts'

const example = `event: marks
data: {"at":"2026-11-18T09:30:00.000Z","cases":"7:31","freezes":"0:0:0:0:0","money":"90211:90212","rails":"1794994200.1:90180"}

`

export const readChangesOperation: Operation = {
  id: 'readConsoleChanges',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Follow what changes',
  description:
    'A stream of server-sent events. Each event `marks` has a text for each part of the console: `cases`, `freezes`, `money`, `rails`. A part has changed if its text differs from the last one. An event comes at once, when a part changed, and every five seconds as a sign of life. The stream ends after a minute, and browsers connect again. `follow=no` answers once.',
  replies: {
    200: {
      description: 'The marks.',
      contentType: 'text/event-stream',
      schema: Type.String(),
      examples: { marks: { summary: 'The marks', value: example } },
    },
  },
  refusals: [],
}
