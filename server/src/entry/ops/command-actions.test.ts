import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandActions, wordsOf } from './command-actions.ts'
import type { OpsHost } from './ops-session.ts'
import { createOps } from './run-ops.ts'

test('every command has an action, and every action a command', () => {
  const words = leaves(createOps({ print: () => {}, printError: () => {} } as unknown as OpsHost)).map(
    wordsOf,
  )
  expect(words.length).toBeGreaterThan(40)
  expect(words.toSorted()).toEqual(Object.keys(commandActions).toSorted())
})

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}
