import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { selectTeam } from '../../../flows/console/team-store.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { TeamReply, toColleagueWire } from './team-wire.ts'

const at = '2026-11-18T09:18:24.000Z'

const readTeamOperation: Operation = {
  id: 'readConsoleTeam',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read the operators and what lets them in',
  description:
    'Returns every operator with their roles, passkeys, open sessions, open invitation, and a proposal about them that waits. The operators are the same in both modes.',
  replies: {
    200: {
      description: 'The operators.',
      schema: TeamReply,
      examples: {
        team: {
          summary: 'One operator',
          value: {
            status: 'success',
            message: '1 operator.',
            operators: [
              {
                operator_id: `opr_${'0'.repeat(32)}`,
                name: 'Bisi Adeyemi',
                email: 'bisi@afara.test',
                state: 'active',
                roles: ['operator', 'treasury'],
                created_at: at,
                invited_until: null,
                case_id: null,
                passkeys: [
                  { passkey_id: `psk_${'0'.repeat(32)}`, name: 'Yubikey', created_at: at, last_used_at: at },
                ],
                sessions: [
                  {
                    session_id: `ses_${'0'.repeat(32)}`,
                    client: 'browser',
                    machine: 'Chrome on Windows',
                    created_at: at,
                    last_seen_at: at,
                    expires_at: at,
                  },
                ],
              },
            ],
          },
        },
      },
    },
  },
  refusals: [],
}

export function readTeamRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/team`,
    config: { person: 'operators.list', operation: readTeamOperation },
    schema: { params: ConsoleParams },
    handler: async () => {
      const team = await selectTeam(pool, clock.now())
      return {
        status: 'success',
        message: team.length === 1 ? '1 operator.' : `${team.length} operators.`,
        operators: team.map(toColleagueWire),
      }
    },
  })
}
